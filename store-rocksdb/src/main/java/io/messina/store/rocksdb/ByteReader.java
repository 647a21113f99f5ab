package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the output of {@link ByteWriter}, and refuses to read past the end. */
final class ByteReader {

  private final byte[] array;
  private final int end;
  private int position;

  ByteReader(byte[] array, int start, int end) {
    this.array = array;
    this.position = start;
    this.end = end;
  }

  int position() {
    return position;
  }

  int remaining() {
    return end - position;
  }

  byte get() {
    need(1);
    return array[position++];
  }

  int getInt() {
    need(Integer.BYTES);
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = value << 8 | (array[position++] & 0xFF);
    }
    return value;
  }

  long getLong() {
    return (long) getInt() << 32 | (getInt() & 0xFFFF_FFFFL);
  }

  int getVarint() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      byte next = get();
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw damaged();
  }

  byte[] getBytes(int length) {
    need(length);
    byte[] bytes = Arrays.copyOfRange(array, position, position + length);
    position += length;
    return bytes;
  }

  /** All before the next zero byte, which is read too. */
  byte[] getUntilZero() {
    int zero = position;
    while (zero < end && array[zero] != 0) {
      zero++;
    }
    byte[] bytes = getBytes(zero - position);
    var _ = get();
    return bytes;
  }

  String getText(int length) {
    need(length);
    String text = new String(array, position, length, StandardCharsets.UTF_8);
    position += length;
    return text;
  }

  static StoreException damaged() {
    return new StoreException(
        StoreException.Code.DAMAGED,
        "a stored row does not have the form that this version writes: restore a backup");
  }

  private void need(int bytes) {
    if (bytes < 0 || bytes > end - position) {
      throw damaged();
    }
  }
}
