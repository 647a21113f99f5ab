package io.messina.runtime;

import java.time.Duration;
import java.time.InstantSource;

/**
 * The time of one process: a wall clock that may be wrong and may be set, and a monotonic clock
 * that may stop while the machine sleeps. Safe for use by many threads.
 */
public interface NodeTime {

  /**
   * The wall clock.
   *
   * @return the clock
   */
  InstantSource wall();

  /**
   * The monotonic clock.
   *
   * @return nanoseconds since an arbitrary origin; never less than before
   */
  long nanoTime();

  /**
   * Lets the calling thread wait.
   *
   * @param duration by the monotonic clock; not negative
   * @throws InterruptedException where the thread is interrupted
   */
  void sleep(Duration duration) throws InterruptedException;

  /**
   * Runs a task later, on a separate thread.
   *
   * @param delay by the monotonic clock; not negative
   * @param task the task
   * @return cancels it, as long as it has not begun; safe for use by many threads
   */
  Cancellation schedule(Duration delay, Runnable task);

  /** Cancels a scheduled task. */
  @FunctionalInterface
  interface Cancellation {

    /** Makes sure that it does not begin, unless it has. Repeating it changes nothing. */
    void cancel();
  }
}
