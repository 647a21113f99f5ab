package io.messina.store.cql.probe;

import java.time.Duration;

/**
 * The clock of a node compared with the clock of this process.
 *
 * @param node its name
 * @param offset how far it is ahead of this process; negative if it is behind
 * @param uncertainty how far the truth may be from that: half of what the quickest answer took
 */
public record NodeClock(String node, Duration offset, Duration uncertainty) {

  /** How far the clock is from ours at least; zero if that is not certain. */
  Duration distance() {
    return positive(offset.abs().minus(uncertainty));
  }

  /** How far it is from that of another node at least. */
  Duration distance(NodeClock other) {
    return positive(offset.minus(other.offset).abs().minus(uncertainty).minus(other.uncertainty));
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
