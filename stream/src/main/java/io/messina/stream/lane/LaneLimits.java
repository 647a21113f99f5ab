package io.messina.stream.lane;

import java.time.Duration;

/**
 * How large the parts of a lane grow.
 *
 * @param segmentLength after how long a segment ends, by append time
 * @param segmentBytesMax how large it grows; one row of any size always fits
 * @param waitingBytesMax how much may wait for the flush behind the one in flight, as {@link
 *     io.messina.stream.record.RecordBatch#bytesAtMost} counts; one append of any size always fits
 */
public record LaneLimits(Duration segmentLength, long segmentBytesMax, long waitingBytesMax) {

  /** Segments of an hour or 128 MiB; 16 MiB may wait. */
  public static final LaneLimits DEFAULT =
      new LaneLimits(Duration.ofHours(1), 128L << 20, 16L << 20);

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException where one is not positive
   */
  public LaneLimits {
    if (!segmentLength.isPositive() || segmentBytesMax < 1 || waitingBytesMax < 1) {
      throw new IllegalArgumentException(
          "limits: "
              + segmentLength
              + ", "
              + segmentBytesMax
              + ", "
              + waitingBytesMax
              + " (expected: all above zero)");
    }
  }
}
