package io.messina.stream.record;

import io.messina.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An array that is written from its start to its end, and grows where it is too short. */
final class GrowingBytes {

  private byte[] array;
  private int length;

  GrowingBytes(int capacity) {
    array = new byte[capacity];
  }

  /** What is written; only the first {@link #length} bytes count. */
  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  void skip(int count) {
    ensure(count);
    length += count;
  }

  void putByte(int value) {
    ensure(1);
    array[length++] = (byte) value;
  }

  /** Seven bits per byte, the lowest first; a set top bit says that more follow. */
  void putVarint(long value) {
    ensure(Varints.BYTES_MAX);
    length = Varints.put(array, length, value);
  }

  void put(Bytes bytes) {
    ensure(bytes.length());
    bytes.copyTo(array, length);
    length += bytes.length();
  }

  void putWithLength(Bytes bytes) {
    putVarint(bytes.length());
    put(bytes);
  }

  /** UTF-8 with its length before it; what is ASCII is written without another array. */
  void putWithLength(String text) {
    int start = length;
    putVarint(text.length());
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length = start;
        putWithLength(Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
        return;
      }
      array[length++] = (byte) c;
    }
  }

  private void ensure(int count) {
    if (count > array.length - length) {
      array = Arrays.copyOf(array, Math.max(length + count, array.length * 2));
    }
  }
}
