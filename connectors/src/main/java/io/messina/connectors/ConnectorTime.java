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
   * Runs a task later, on a separate thread, which the task may block.
   *
   * @param delay not negative
   * @param task the task
   */
  void schedule(Duration delay, Runnable task);
}
