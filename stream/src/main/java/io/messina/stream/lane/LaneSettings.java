package io.messina.stream.lane;

import io.messina.stream.placement.Salts;
import java.time.Duration;
import java.util.Optional;

/**
 * What a stream decides about its lanes.
 *
 * @param retention how long events are kept from their append time; empty for ever
 * @param salts chooses where the partitions of the log lie
 * @param limits how large its parts grow
 * @param attempts how often a writer sends a row before it gives the lane up, from 1. That costs a
 *     new ownership and leaves callers without an answer, so they should outlast a database that is
 *     silent for a moment; a writer that may no longer acknowledge stops at once.
 */
public record LaneSettings(
    Optional<Duration> retention, Salts salts, LaneLimits limits, int attempts) {

  /** With pauses of about two seconds between them, all in all. */
  public static final int ATTEMPTS = 8;

  /** Events for seven days, no salt. */
  public static final LaneSettings DEFAULT =
      new LaneSettings(Optional.of(Duration.ofDays(7)), Salts.NONE, LaneLimits.DEFAULT, ATTEMPTS);

  /**
   * Checked settings.
   *
   * @throws IllegalArgumentException where the retention is zero or negative, or there is no
   *     attempt
   */
  public LaneSettings {
    RetentionClass.of(retention);
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts: " + attempts + " (expected: at least 1)");
    }
  }
}
