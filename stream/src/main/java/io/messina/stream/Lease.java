package io.messina.stream;

import java.time.Duration;

/** How long a handler has its event. Safe for use by many threads. */
@FunctionalInterface
public interface Lease {

  /**
   * How long the event is this handler's for certain, unless the lease is extended meanwhile: by
   * whichever of the wall clock and the monotonic clock has gone further since the claim was sent,
   * so that a process that was paused or whose machine slept finds out.
   *
   * @return zero once it may be over
   */
  Duration left();
}
