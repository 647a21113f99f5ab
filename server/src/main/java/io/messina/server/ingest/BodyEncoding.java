package io.messina.server.ingest;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.server.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** The compression of a body. */
public enum BodyEncoding {
  /** Not at all. */
  IDENTITY,
  /** As RFC 1952 says: members, and nothing behind them. */
  GZIP,
  /** As RFC 8878 says: frames, and nothing behind them. */
  ZSTD;

  private static final int BUFFER_BYTES = 1 << 16;

  /** A window of 8 MiB, which RFC 8878 asks every decoder to support, and no larger. */
  private static final int ZSTD_WINDOW_BITS_MAX = 23;

  /**
   * The encoding of a header.
   *
   * @param header the value of Content-Encoding, empty if there is none
   * @throws ProblemException if it is none of these
   */
  public static BodyEncoding of(String header) {
    return switch (header.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "zstd" -> ZSTD;
      default ->
          throw new ProblemException(
              ProblemCode.UNSUPPORTED_ENCODING,
              "content-encoding: " + Shown.text(header) + " (expected: gzip or zstd)");
    };
  }

  /**
   * Decompresses a body, and stops if it grows too large.
   *
   * @param growth is told before memory is taken, how many bytes, which is twice the size: in the
   *     end all is copied into one array, and what the events are turned into takes the other
   *     half's place; may throw
   * @throws ProblemException if it is damaged or too large
   */
  public byte[] decode(byte[] body, long bytesMax, LongConsumer growth) {
    if (this == IDENTITY) {
      return body;
    }
    try (InputStream plain = open(body)) {
      return read(plain, bytesMax, growth);
    } catch (IOException e) {
      if (e instanceof ZstdIOException zstd
          && zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
        throw new ProblemException(
            ProblemCode.BAD_REQUEST,
            "body: a zstd frame with a larger window (expected: up to 8MiB)");
      }
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          "body: not "
              + name().toLowerCase(Locale.ROOT)
              + ": "
              + Objects.requireNonNullElse(e.getMessage(), "it ends too early"));
    }
  }

  private InputStream open(byte[] body) throws IOException {
    InputStream compressed = new ByteArrayInputStream(body);
    return switch (this) {
      case IDENTITY -> compressed;
      case GZIP ->
          GzipCompressorInputStream.builder()
              .setInputStream(compressed)
              .setBufferSize(BUFFER_BYTES)
              .setDecompressConcatenated(true)
              .get();
      case ZSTD -> new ZstdInputStream(compressed).setLongMax(ZSTD_WINDOW_BITS_MAX);
    };
  }

  private static byte[] read(InputStream plain, long bytesMax, LongConsumer growth)
      throws IOException {
    Deque<byte[]> pieces = new ArrayDeque<>();
    byte[] buffer = new byte[BUFFER_BYTES];
    int size = 0;
    for (int n = plain.read(buffer); n >= 0; n = plain.read(buffer)) {
      if (size + n > bytesMax) {
        throw new ProblemException(
            ProblemCode.TOO_LARGE,
            "body: larger than " + bytesMax + " bytes once decompressed (expected: at most that)");
      }
      growth.accept(2L * n);
      pieces.add(Arrays.copyOf(buffer, n));
      size += n;
    }
    byte[] whole = new byte[size];
    int at = 0;
    while (!pieces.isEmpty()) {
      byte[] piece = pieces.remove();
      System.arraycopy(piece, 0, whole, at, piece.length);
      at += piece.length;
    }
    return whole;
  }
}
