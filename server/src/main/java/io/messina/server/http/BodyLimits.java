package io.messina.server.http;

import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import io.messina.server.json.ByteSizes;
import java.time.Duration;
import java.util.Optional;

/**
 * Bounds of bodies: sizes and the time of their transfer.
 *
 * @param bytesMax one body, as it is sent
 * @param decompressedBytesMax one body, once it is decompressed
 * @param allBytesMax all bodies at once, and what is made of them
 * @param timeMax how long one body may take to arrive, checked whenever a part of it arrives
 */
record BodyLimits(long bytesMax, long decompressedBytesMax, long allBytesMax, Duration timeMax) {

  private static final long STRANGERS_BODY_BYTES_MAX = 1L << 20;
  private static final int STRANGERS_PART = 8;

  /** The bounds of requests without tokens: 1 MiB each, and together an eighth of all. */
  BodyLimits ofStrangers() {
    long all = allBytesMax / STRANGERS_PART;
    long one = Math.min(STRANGERS_BODY_BYTES_MAX, all);
    return new BodyLimits(
        Math.min(bytesMax, one), Math.min(decompressedBytesMax, one), all, timeMax);
  }

  /** How long none of a body may arrive: half of the time for all of it. */
  Duration silenceMax() {
    return timeMax.dividedBy(2);
  }

  /** A minute. */
  public static final Duration TIME_MAX = Duration.ofMinutes(1);

  private static final long ALL_BYTES_MAX = 256L << 20;
  private static final long DECOMPRESSED_BYTES_MAX = 64L << 20;

  /**
   * The bounds that are configured, and others by the heap: caches take a quarter of it, and a body
   * as events as much again as it is counted with.
   *
   * @throws ConfigurationException if a body may be larger than what is configured for all
   */
  static BodyLimits of(
      long bytesMax, Optional<Long> decompressedBytesMax, Optional<Long> allBytesMax, long heap) {
    long all = allBytesMax.orElse(Math.min(ALL_BYTES_MAX, heap / 8));
    long decompressed = decompressedBytesMax.orElse(Math.min(DECOMPRESSED_BYTES_MAX, all / 4));
    if (allBytesMax.isPresent()) {
      checkWithin(Options.BODY_MAX, bytesMax, all);
      checkWithin(Options.DECOMPRESSED_MAX, decompressed, all);
    }
    return new BodyLimits(bytesMax, decompressed, all, TIME_MAX);
  }

  private static void checkWithin(Option<Long> option, long value, long all) {
    if (value > all) {
      throw new ConfigurationException(
          option.name()
              + ": "
              + ByteSizes.format(value)
              + " (expected: at most bodies-max, "
              + ByteSizes.format(all)
              + ")");
    }
  }
}
