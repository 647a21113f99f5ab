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
 * @param patience how long a row is tried
 */
public record LaneSettings(
    Optional<Duration> retention, Salts salts, LaneLimits limits, Patience patience) {

  /** Events for seven days, no salt. */
  public static final LaneSettings DEFAULT =
      new LaneSettings(
          Optional.of(Duration.ofDays(7)), Salts.NONE, LaneLimits.DEFAULT, Patience.DEFAULT);

  /**
   * Checked settings.
   *
   * @throws IllegalArgumentException where the retention is zero or negative
   */
  public LaneSettings {
    RetentionClass.of(retention);
  }
}
