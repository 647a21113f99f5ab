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
   * @return what they show
   */
  public static Moment now(NodeTime time) {
    return new Moment(time.nanoTime(), time.wall().instant());
  }

  /**
   * How long ago another moment was, by the larger of monotonic and wall time: the monotonic clock
   * stops while the machine sleeps, the wall clock may be set back.
   *
   * @param earlier of the same process
   * @return not below what the monotonic clock counted
   */
  public Duration since(Moment earlier) {
    Duration monotonic = Duration.ofNanos(monotonicNanos - earlier.monotonicNanos);
    Duration byWall = Duration.between(earlier.wall, wall);
    return monotonic.compareTo(byWall) > 0 ? monotonic : byWall;
  }
}
