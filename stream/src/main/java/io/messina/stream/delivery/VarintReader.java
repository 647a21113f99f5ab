package io.messina.stream.delivery;

import java.nio.charset.StandardCharsets;

/** Reads the numbers of a state, and checks each against its bound. */
final class VarintReader {

  private static final int SEVEN_BITS = 0x7f;
  private static final int SHIFT_MAX = 56;

  private final byte[] bytes;
  private int at;

  VarintReader(byte[] bytes) {
    this.bytes = bytes;
  }

  int nextByte() {
    if (at == bytes.length) {
      throw unreadable("it ends early");
    }
    return bytes[at++] & 0xff;
  }

  long next() {
    long value = 0;
    for (int shift = 0; shift <= SHIFT_MAX; shift += 7) {
      int next = nextByte();
      value |= (long) (next & SEVEN_BITS) << shift;
      if (next <= SEVEN_BITS) {
        return value;
      }
    }
    throw unreadable("a number of more than 63 bits");
  }

  int nextInt(int max) {
    long value = next();
    if (value > max) {
      throw unreadable("a number " + value + " (expected: up to " + max + ")");
    }
    return (int) value;
  }

  String nextText(int bytesMax) {
    int length = nextInt(bytesMax);
    if (length > bytes.length - at) {
      throw unreadable("it ends early");
    }
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  void end() {
    if (at != bytes.length) {
      throw unreadable((bytes.length - at) + " bytes too many");
    }
  }

  static IllegalArgumentException unreadable(String what) {
    return new IllegalArgumentException("unreadable delivery state: " + what);
  }
}
