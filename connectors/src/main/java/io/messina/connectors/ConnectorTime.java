package io.messina.connectors;

import java.time.Duration;

/** The monotonic clock that binds wait by. Safe for use by many threads. */
public interface ConnectorTime {

  /**
   * The clock.
   *
   * @return nanoseconds since an arbitrary origin; never less than before
   */
  long nanoTime();

  /**
   * Lets something happen later, on a thread of its own, which it may block.
   *
   * @param delay not negative
   * @param task what happens
   */
  void schedule(Duration delay, Runnable task);
}
