package io.messina.stream.record;

/**
 * A glance at bytes that tells whether compressing them is worth a try: pictures, archives and
 * ciphertext use all byte values alike, and cost as much time as what shrinks.
 */
final class Sample {

  private static final int SIZE = 2048;
  private static final int VALUES = 256;

  private Sample() {}

  /**
   * Whether some byte values are more frequent than others, by the sum of the squares of their
   * counts, which is least where all are alike.
   */
  static boolean looksCompressible(byte[] array, int start, int length) {
    int stride = Math.max(1, length / SIZE);
    int[] counts = new int[VALUES];
    int size = 0;
    for (int i = start; i < start + length; i += stride) {
      counts[array[i] & 0xff]++;
      size++;
    }
    long squares = 0;
    for (int count : counts) {
      squares += (long) count * count;
    }
    long alike = size + (long) size * size / VALUES;
    return squares > alike + alike / 4;
  }
}
