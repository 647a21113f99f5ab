package io.messina.stream.record;

import io.messina.api.Checks;
import io.messina.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a part of an array from its start to its end, and never beyond. */
final class BoundedBytes {

  private final byte[] array;
  private final int end;
  private int at;

  BoundedBytes(byte[] array, int start, int end) {
    this.array = array;
    this.at = start;
    this.end = end;
  }

  int remaining() {
    return end - at;
  }

  int takeByte() {
    check(1);
    return array[at++] & 0xff;
  }

  int takeInt() {
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = value << Byte.SIZE | takeByte();
    }
    return value;
  }

  long takeVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int part = takeByte();
      value |= (long) (part & 0x7f) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("number: more than ten bytes (expected: at most ten)");
  }

  Bytes takeBytes(int length) {
    check(length);
    Bytes bytes = Bytes.wrap(Arrays.copyOfRange(array, at, at + length));
    at += length;
    return bytes;
  }

  String takeText() {
    int length = takeLength();
    String text = new String(array, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** Reads the length of a part, which must be present. */
  int takeLength() {
    long length = takeVarint();
    Checks.between("length", length, 0, remaining());
    return (int) length;
  }

  /** Takes the next part, to be read on its own. */
  BoundedBytes takePart(int length) {
    check(length);
    BoundedBytes part = new BoundedBytes(array, at, at + length);
    at += length;
    return part;
  }

  private void check(int count) {
    if (count > remaining()) {
      throw new IllegalArgumentException(
          "remaining bytes: " + remaining() + " (expected: at least " + count + ")");
    }
  }
}
