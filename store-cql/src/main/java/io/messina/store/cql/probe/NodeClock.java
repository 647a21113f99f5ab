package io.messina.store.cql.probe;

import java.time.Duration;

/**
 * The clock of a node compared with the clock of this process.
 *
 * @param node its name
 * @param offset how far it is ahead of this process; negative if it is behind
 * @param uncertainty the maximum error of the offset: half the time of the fastest answer
 */
public record NodeClock(String node, Duration offset, Duration uncertainty) {

  /** Returns a lower bound of the difference from our clock; zero if none is certain. */
  Duration distance() {
    return positive(offset.abs().minus(uncertainty));
  }

  /** Returns a lower bound of the difference from another node's clock. */
  Duration distance(NodeClock other) {
    return positive(offset.minus(other.offset).abs().minus(uncertainty).minus(other.uncertainty));
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
