package io.messina.store.rocksdb;

import java.util.Arrays;

/** A growing array of bytes, big-endian. */
final class ByteWriter {

  private byte[] array;
  private int length;

  ByteWriter(int capacity) {
    this.array = new byte[capacity];
  }

  int length() {
    return length;
  }

  ByteWriter put(int oneByte) {
    reserve(1);
    array[length++] = (byte) oneByte;
    return this;
  }

  ByteWriter putInt(int value) {
    reserve(Integer.BYTES);
    for (int shift = 24; shift >= 0; shift -= 8) {
      array[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  ByteWriter putLong(long value) {
    reserve(Long.BYTES);
    for (int shift = 56; shift >= 0; shift -= 8) {
      array[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** Seven bits a byte, the lowest first; the high bit says that more follow. */
  ByteWriter putVarint(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      put((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    return put(rest);
  }

  static int varintBytes(int value) {
    return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(value) + 6) / 7);
  }

  ByteWriter put(byte[] bytes) {
    return put(bytes, 0, bytes.length);
  }

  ByteWriter put(byte[] bytes, int from, int to) {
    reserve(to - from);
    System.arraycopy(bytes, from, array, length, to - from);
    length += to - from;
    return this;
  }

  /** Opens a gap for a caller that fills it. */
  int skip(int bytes) {
    reserve(bytes);
    int start = length;
    length += bytes;
    return start;
  }

  byte[] array() {
    return array;
  }

  void invertFrom(int start) {
    for (int i = start; i < length; i++) {
      array[i] = (byte) ~array[i];
    }
  }

  /**
   * Returns the bytes written; the array itself, if it is exactly full. The writer is not used
   * after.
   */
  byte[] toArray() {
    return length == array.length ? array : Arrays.copyOf(array, length);
  }

  private void reserve(int bytes) {
    int needed = Math.addExact(length, bytes);
    if (needed > array.length) {
      array = Arrays.copyOf(array, Math.max(needed, array.length * 2));
    }
  }
}
