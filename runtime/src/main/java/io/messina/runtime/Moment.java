package io.messina.runtime;

import java.time.Duration;
import java.time.Instant;

/**
 * One moment by both clocks of a process.
 *
 * @param monotonicNanos by the monotonic clock, in nanoseconds
 * @param wall by the wall clock
 */
public record Moment(long monotonicNanos, Instant wall) {

  /**
   * This moment.
   *
   * @param time the clocks
   * @return their present values
   */
  public static Moment now(NodeTime time) {
    return new Moment(time.nanoTime(), time.wall().instant());
  }

  /**
   * Returns the time since another moment, by the larger of monotonic and wall time: the monotonic
   * clock stops while the machine sleeps, the wall clock may be set back.
   *
   * @param earlier of the same process
   * @return at least the time counted by the monotonic clock
   */
  public Duration since(Moment earlier) {
    Duration monotonic = Duration.ofNanos(monotonicNanos - earlier.monotonicNanos);
    Duration byWall = Duration.between(earlier.wall, wall);
    return monotonic.compareTo(byWall) > 0 ? monotonic : byWall;
  }
}
