package io.messina.stream.lane;

import java.time.Duration;
import java.util.Optional;

/**
 * What a stream decides about its lanes.
 *
 * @param retention how long events are kept from their append time; empty for ever
 * @param salt part of the keys of the log's partitions, see {@code ShardLocation}; usually 0
 * @param limits how large its parts grow
 * @param patience how long a row is tried
 */
public record LaneSettings(
    Optional<Duration> retention, int salt, LaneLimits limits, Patience patience) {

  /** Events for seven days, no salt. */
  public static final LaneSettings DEFAULT =
      new LaneSettings(Optional.of(Duration.ofDays(7)), 0, LaneLimits.DEFAULT, Patience.DEFAULT);

  /**
   * Checked settings.
   *
   * @throws IllegalArgumentException where the retention is zero or negative
   */
  public LaneSettings {
    RetentionClass.of(retention);
  }
}
