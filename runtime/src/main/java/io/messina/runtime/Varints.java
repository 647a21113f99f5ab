package io.messina.runtime;

/**
 * Numbers in as few bytes as they need: seven bits per byte, the lowest first; a set top bit means
 * that more follow.
 */
public final class Varints {

  /** The bytes of the largest number. */
  public static final int BYTES_MAX = 10;

  private Varints() {}

  /** Returns the index after the number. */
  public static int put(byte[] array, int index, long value) {
    int at = index;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      array[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    array[at++] = (byte) rest;
    return at;
  }

  /** Returns how many bytes a number takes, from 1 to 10; negative numbers take 10. */
  public static int bytes(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Maps numbers near zero of either sign to small ones. */
  public static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  public static long unzigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }
}
