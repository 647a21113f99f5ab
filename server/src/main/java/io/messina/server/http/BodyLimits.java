package io.messina.server.http;

import java.time.Duration;

/**
 * Bounds of bodies: sizes and the time of their transfer.
 *
 * @param bytesMax one body, as it is sent
 * @param decompressedBytesMax one body, once it is decompressed
 * @param allBytesMax all bodies at once
 * @param timeMax how long one body may take to arrive, checked whenever a part of it arrives
 */
record BodyLimits(long bytesMax, long decompressedBytesMax, long allBytesMax, Duration timeMax) {

  /** How long none of a body may arrive: half of the time for all of it. */
  Duration silenceMax() {
    return timeMax.dividedBy(2);
  }

  /** A minute. */
  public static final Duration TIME_MAX = Duration.ofMinutes(1);
}
