package io.messina.aggregate;

import io.messina.aggregate.window.Windows;
import java.time.Duration;

/**
 * The windows of an aggregate, and the time that they are kept.
 *
 * @param windows into which event time is cut
 * @param lateness the time by which an event may be earlier than the latest event of the shard, so
 *     that the answer for its window was not final yet; up to 31 days
 * @param kept the time that a window is kept after its end, by event time; at least the lateness.
 *     Later events are added as long as it is kept, and only counted afterwards
 * @param ahead the time by which an event may be ahead of its append time; beyond that it is only
 *     counted, lest a wrong clock ends all windows
 */
public record WindowOptions(Windows windows, Duration lateness, Duration kept, Duration ahead) {

  /** A day. */
  public static final Duration AHEAD = Duration.ofDays(1);

  private static final Duration LATENESS_MAX = Duration.ofDays(31);
  private static final Duration KEPT_MAX = Duration.ofDays(36_500);

  /**
   * Checks the durations.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public WindowOptions {
    check("lateness", lateness, Duration.ZERO, LATENESS_MAX);
    check("kept", kept, lateness, KEPT_MAX);
    check("ahead", ahead, Duration.ZERO, KEPT_MAX);
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s: %s (expected: %s to %s)".formatted(name, value, least, most));
    }
  }
}
