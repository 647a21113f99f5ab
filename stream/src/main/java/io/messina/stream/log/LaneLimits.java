package io.messina.stream.log;

import io.messina.api.Checks;
import java.time.Duration;

/**
 * Bounds of a lane.
 *
 * @param segmentLength after how long a segment ends, by append time
 * @param segmentBytesMax the largest size of a segment; a single row may be larger
 * @param waitingBytesMax how many bytes may wait for the flush after the one in flight, as {@link
 *     io.messina.stream.log.RecordBatch#bytesAtMost} counts; a single append may be larger
 */
public record LaneLimits(Duration segmentLength, long segmentBytesMax, long waitingBytesMax) {

  /** Segments of an hour or 128 MiB; 16 MiB may wait. */
  public static final LaneLimits DEFAULT =
      new LaneLimits(Duration.ofHours(1), 128L << 20, 16L << 20);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is not positive
   */
  public LaneLimits {
    Checks.that(
        segmentLength.isPositive() && segmentBytesMax > 0 && waitingBytesMax > 0,
        "limits",
        segmentLength + ", " + segmentBytesMax + ", " + waitingBytesMax,
        "all above zero");
  }
}
