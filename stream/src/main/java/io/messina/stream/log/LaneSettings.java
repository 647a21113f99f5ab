package io.messina.stream.log;

import io.messina.api.Checks;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of a stream for its lanes.
 *
 * @param retention how long events are kept from their append time; empty for no expiry
 * @param salts chooses the partitions of the log
 * @param limits of its lanes
 * @param attempts how often a writer sends a row before it abandons the lane, from 1. Abandoning
 *     costs a new ownership and leaves callers without an answer, so the attempts should outlast
 *     short outages of the database; a writer that may no longer acknowledge stops at once.
 */
public record LaneSettings(
    Optional<Duration> retention, Salts salts, LaneLimits limits, int attempts) {

  /** With pauses of about two seconds in total. */
  public static final int ATTEMPTS = 8;

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if the retention is zero or negative, or there is no attempt
   */
  public LaneSettings {
    RetentionClass.of(retention);
    Checks.that(attempts >= 1, "attempts", attempts, "at least 1");
  }
}
