package io.messina.store.cql.probe;

import java.time.Duration;
import java.util.List;

/**
 * The differences between the clocks of a cluster. Freshness rests on their agreement, safety does
 * not.
 *
 * @param clocks of each node that answered
 */
public record ClockReport(List<NodeClock> clocks) {

  /** The maximum difference between clocks. */
  public static final Duration DISTANCE_MAX = Duration.ofMillis(500);

  private static final Duration DISTANCE_NOTABLE = Duration.ofMillis(100);
  private static final String WHAT = "clocks";

  /** Keeps the clocks. */
  public ClockReport {
    clocks = List.copyOf(clocks);
  }

  /**
   * Returns a lower bound of the largest difference between two clocks, including the clock of this
   * process.
   *
   * @return zero if nothing is certain
   */
  public Duration distance() {
    Duration distance = Duration.ZERO;
    for (NodeClock clock : clocks) {
      distance = longer(distance, clock.distance());
      for (NodeClock other : clocks) {
        distance = longer(distance, clock.distance(other));
      }
    }
    return distance;
  }

  /**
   * Whether all clocks are certainly or possibly within {@link #DISTANCE_MAX}.
   *
   * @return false if some are certainly further apart
   */
  public boolean isAgreeing() {
    return distance().compareTo(DISTANCE_MAX) <= 0;
  }

  /**
   * The same in words.
   *
   * @return wrong where clocks do not agree, a warning where they soon may not
   */
  public ClusterFinding finding() {
    if (clocks.isEmpty()) {
      return ClusterFinding.warning(WHAT, "no node tells the time", "look again later");
    }
    Duration distance = distance();
    if (!isAgreeing()) {
      return ClusterFinding.wrong(
          WHAT, furthest() + ", more than " + millis(DISTANCE_MAX), "synchronize them by NTP");
    }
    return distance.compareTo(DISTANCE_NOTABLE) > 0
        ? ClusterFinding.warning(WHAT, furthest(), "synchronize them by NTP")
        : ClusterFinding.ok(WHAT, "within " + millis(DISTANCE_NOTABLE) + " of each other");
  }

  /** Which two clocks are the furthest apart. */
  private String furthest() {
    Duration longest = Duration.ZERO;
    String sentence = "";
    for (NodeClock clock : clocks) {
      if (clock.distance().compareTo(longest) > 0) {
        longest = clock.distance();
        sentence = between(clock.node(), "this machine", clock.offset());
      }
      for (NodeClock other : clocks) {
        if (clock.distance(other).compareTo(longest) > 0) {
          longest = clock.distance(other);
          sentence = between(clock.node(), other.node(), clock.offset().minus(other.offset()));
        }
      }
    }
    return sentence;
  }

  private static String between(String node, String other, Duration ahead) {
    return "the clock of "
        + node
        + " is "
        + millis(ahead.abs())
        + (ahead.isNegative() ? " behind that of " : " ahead of that of ")
        + other;
  }

  private static Duration longer(Duration left, Duration right) {
    return left.compareTo(right) >= 0 ? left : right;
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + " ms";
  }
}
