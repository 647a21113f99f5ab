package io.messina.stream.ownership;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.time.Instant;

/** One moment by both clocks of a process. */
record Moment(long monotonicNanos, Instant wall) {

  static Moment now(NodeTime time) {
    return new Moment(time.nanoTime(), time.wall().instant());
  }

  /**
   * How long ago another moment was, by the larger of monotonic and wall time: the monotonic clock
   * stops while the machine sleeps, the wall clock may be set back.
   */
  Duration since(Moment earlier) {
    Duration monotonic = Duration.ofNanos(monotonicNanos - earlier.monotonicNanos);
    Duration byWall = Duration.between(earlier.wall, wall);
    return monotonic.compareTo(byWall) > 0 ? monotonic : byWall;
  }
}
