package io.messina.stream.delivery;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers as LEB128 varints, seven bits a byte, the lowest first. */
final class VarintWriter {

  private static final int SEVEN_BITS = 0x7f;
  private static final int MORE = 0x80;
  private static final int LENGTH_FIRST = 256;
  private static final int VARINT_BYTES_MAX = 10;

  private byte[] bytes = new byte[LENGTH_FIRST];
  private int length;

  void addByte(int value) {
    makeRoom(1);
    bytes[length++] = (byte) value;
  }

  void add(long value) {
    makeRoom(VARINT_BYTES_MAX);
    long left = value;
    while ((left & ~SEVEN_BITS) != 0) {
      bytes[length++] = (byte) ((left & SEVEN_BITS) | MORE);
      left >>>= 7;
    }
    bytes[length++] = (byte) left;
  }

  void add(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    add(utf8.length);
    makeRoom(utf8.length);
    System.arraycopy(utf8, 0, bytes, length, utf8.length);
    length += utf8.length;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** How many bytes a number takes. */
  static int bytes(long value) {
    return Math.max(1, Math.ceilDiv(Long.SIZE - Long.numberOfLeadingZeros(value), 7));
  }

  private void makeRoom(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
