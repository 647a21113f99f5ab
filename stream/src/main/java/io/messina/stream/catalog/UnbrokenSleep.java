package io.messina.stream.catalog;

import io.messina.stream.NodeTime;
import java.time.Duration;

/** Waiting that an interrupt does not shorten; the thread stays interrupted. */
final class UnbrokenSleep {

  private UnbrokenSleep() {}

  static void sleep(NodeTime time, Duration duration) {
    until(time, time.nanoTime() + duration.toNanos());
  }

  /** Waits until a moment of the monotonic clock, which may be over. */
  static void until(NodeTime time, long nanos) {
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
