package io.messina.stream.record;

/**
 * Looks at a sample of bytes to tell whether they may be compressible: pictures, archives and
 * ciphertext use all byte values equally often, and take as much time to compress as other data.
 */
final class Sample {

  private static final int SIZE = 2048;
  private static final int VALUES = 256;

  private Sample() {}

  /**
   * Whether some byte values are more frequent than others, by the sum of the squares of their
   * counts, which is least if all are equal.
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
