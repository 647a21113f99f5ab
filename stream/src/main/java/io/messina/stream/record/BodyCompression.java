package io.messina.stream.record;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Compresses the bodies of batches if that makes them smaller. The library's contexts use native
 * memory and are expensive to create, so a few are kept.
 */
final class BodyCompression {

  /** The least body to compress: below, the savings are not worth the time. */
  static final int BYTES_MIN = 4 * 1024;

  private static final int LEVEL = 1;

  /** The least saving, as a fraction of the body: an eighth. */
  private static final int SAVED_SHIFT = 3;

  private static final BlockingQueue<ZstdCompressCtx> COMPRESSORS = kept();
  private static final BlockingQueue<ZstdDecompressCtx> DECOMPRESSORS = kept();

  private BodyCompression() {}

  /**
   * A body in the array in which it is stored, after the same head.
   *
   * @param array head, body and room for the tail
   * @param length of the body
   * @param compressed whether the body is compressed
   */
  record Packed(byte[] array, int length, boolean compressed) {}

  /** Returns the given array if compression does not help. */
  static Packed pack(byte[] array, int start, int length, int tailBytes) {
    if (length < BYTES_MIN || !Sample.looksCompressible(array, start, length)) {
      return new Packed(array, length, false);
    }
    int room = (int) Zstd.compressBound(length);
    byte[] packed = new byte[start + room + tailBytes];
    int packedLength = compress(array, start, length, packed, room);
    return packedLength <= length - (length >> SAVED_SHIFT)
        ? new Packed(packed, packedLength, true)
        : new Packed(array, length, false);
  }

  /** Allocates as many bytes as {@code length} declares. */
  static byte[] unpack(byte[] array, int start, int end, int length) throws DamageException {
    byte[] body = new byte[length];
    ZstdDecompressCtx context = DECOMPRESSORS.poll();
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    try {
      int actual = context.decompressByteArray(body, 0, length, array, start, end - start);
      DamageException.checkBetween("decompressed bytes", actual, length, length);
      return body;
    } catch (ZstdException e) {
      throw new DamageException("compressed body: " + e.getMessage() + " (expected: zstd)");
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
}
