package io.messina.stream.log;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.messina.api.Checks;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Compresses the bodies of batches if that makes them smaller. It costs about as much as all else
 * that is done with a batch, so after one that it has saved less than a third of, as of random
 * Base64, the next ones are stored as they are. The library's contexts use native memory and are
 * expensive to create, so a few are kept. For the batches of a lane, one at a time.
 */
final class BodyCompression {

  /** The least body to compress: below, the savings are not worth the time. */
  static final int BYTES_MIN = 4 * 1024;

  private static final int LEVEL = 1;

  /** The least saving, as a fraction of the body: an eighth. */
  private static final int SAVED_SHIFT = 3;

  private static final int SAMPLE_BYTES = 2048;
  private static final int BYTE_VALUES = 256;

  /** The least part that was worth it. */
  private static final int WORTH_PART = 3;

  /** How many bodies are not tried after one that was not worth it. */
  private static final int UNTRIED = 31;

  private static final BlockingQueue<ZstdCompressCtx> COMPRESSORS = kept();
  private static final BlockingQueue<ZstdDecompressCtx> DECOMPRESSORS = kept();

  private int untried;

  BodyCompression() {}

  /**
   * A body in the array in which it is stored, after the same head.
   *
   * @param array head, body and room for the tail
   * @param length of the body
   * @param compressed whether the body is compressed
   */
  record Packed(byte[] array, int length, boolean compressed) {}

  /** Returns the given array if compression does not help. */
  Packed pack(byte[] array, int start, int length, int tailBytes) {
    if (length < BYTES_MIN) {
      return new Packed(array, length, false);
    }
    if (untried > 0) {
      untried--;
      return new Packed(array, length, false);
    }
    if (!looksCompressible(array, start, length)) {
      untried = UNTRIED;
      return new Packed(array, length, false);
    }
    int room = (int) Zstd.compressBound(length);
    byte[] packed = new byte[start + room + tailBytes];
    int packedLength = compress(array, start, length, packed, room);
    if (packedLength > length - length / WORTH_PART) {
      untried = UNTRIED;
    }
    return packedLength <= length - (length >> SAVED_SHIFT)
        ? new Packed(packed, packedLength, true)
        : new Packed(array, length, false);
  }

  /** Allocates as many bytes as {@code length} declares. */
  static byte[] unpack(byte[] array, int start, int end, int length) {
    byte[] body = new byte[length];
    ZstdDecompressCtx context = DECOMPRESSORS.poll();
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    try {
      int actual = context.decompressByteArray(body, 0, length, array, start, end - start);
      Checks.between("decompressed bytes", actual, length, length);
      return body;
    } catch (ZstdException e) {
      throw new IllegalArgumentException(
          "compressed body: " + e.getMessage() + " (expected: zstd)");
    } finally {
      if (!DECOMPRESSORS.offer(context)) {
        context.close();
      }
    }
  }

  private static int compress(byte[] array, int start, int length, byte[] packed, int room) {
    ZstdCompressCtx context = COMPRESSORS.poll();
    if (context == null) {
      context = new ZstdCompressCtx().setLevel(LEVEL);
    }
    try {
      return context.compressByteArray(packed, start, room, array, start, length);
    } finally {
      if (!COMPRESSORS.offer(context)) {
        context.close();
      }
    }
  }

  private static <T> BlockingQueue<T> kept() {
    return new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Whether some byte values are more frequent than others in a sample, by the sum of the squares
   * of their counts, which is least if all are equal, as in pictures, archives and ciphertext.
   * These take as much time to compress as other data.
   */
  private static boolean looksCompressible(byte[] array, int start, int length) {
    int stride = Math.max(1, length / SAMPLE_BYTES);
    int[] counts = new int[BYTE_VALUES];
    int size = 0;
    for (int i = start; i < start + length; i += stride) {
      counts[array[i] & 0xff]++;
      size++;
    }
    long squares = 0;
    for (int count : counts) {
      squares += (long) count * count;
    }
    long alike = size + (long) size * size / BYTE_VALUES;
    return squares > alike + alike / 4;
  }
}
