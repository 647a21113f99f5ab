package io.messina.runtime;

import java.time.Duration;

/**
 * Sleep that an interrupt does not shorten, for loops that run until they are stopped otherwise: a
 * sleep that an interrupt ends at once would make them spin.
 */
public final class UninterruptibleSleep {

  private UninterruptibleSleep() {}

  /**
   * Sleeps. Interrupting the caller changes nothing; it stays interrupted.
   *
   * @param time has the monotonic clock
   * @param duration how long; not at all where it is not positive
   */
  public static void sleep(NodeTime time, Duration duration) {
    until(time, time.nanoTime() + duration.toNanos());
  }

  /**
   * Sleeps until a moment. Interrupting the caller changes nothing; it stays interrupted.
   *
   * @param time has the monotonic clock
   * @param nanos the moment by that clock, which may have passed
   */
  public static void until(NodeTime time, long nanos) {
    boolean interrupted = false;
    long left = nanos - time.nanoTime();
    while (left > 0) {
      try {
        time.sleep(Duration.ofNanos(left));
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = nanos - time.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
