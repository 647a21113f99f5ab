package io.messina.stream.time;

import io.messina.stream.NodeTime;
import java.time.Duration;

/**
 * Waiting that an interrupt does not shorten, for loops that go on whatever happens: there, a sleep
 * that ended at once would make them spin.
 */
public final class UnbrokenSleep {

  private UnbrokenSleep() {}

  /**
   * Waits. Interrupting the caller changes nothing; it stays interrupted.
   *
   * @param time by whose monotonic clock
   * @param duration how long; not at all where it is not positive
   */
  public static void sleep(NodeTime time, Duration duration) {
    until(time, time.nanoTime() + duration.toNanos());
  }

  /**
   * Waits until a moment. Interrupting the caller changes nothing; it stays interrupted.
   *
   * @param time by whose monotonic clock
   * @param nanos the moment, which may be over
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
