package io.messina.connectors.smpp;

import io.messina.api.Backoff;
import io.messina.connectors.ConnectorTime;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The time for which a bind submits nothing after the message centre throttled it: longer after
 * each time that it still throttles. A throttled submit that was sent before the pause began counts
 * as part of the same time. Guarded by its own lock.
 */
final class ThrottlePause {

  private final Backoff backoff;
  private final ConnectorTime time;
  private final RandomGenerator random;
  private int times;
  private long beganNanos;
  private long endNanos;

  ThrottlePause(Backoff backoff, ConnectorTime time, RandomGenerator random) {
    this.backoff = backoff;
    this.time = time;
    this.random = random;
    this.beganNanos = time.nanoTime();
    this.endNanos = beganNanos;
  }

  /**
   * Notes that a submit was throttled, and returns the wait.
   *
   * @param submittedNanos the time at which it was handed over
   */
  synchronized Duration throttled(long submittedNanos) {
    if (times == 0 || submittedNanos - endNanos >= 0) {
      times++;
      beganNanos = time.nanoTime();
      endNanos = beganNanos + Duration.ofMillis(backoff.delayMillis(times, random)).toNanos();
    }
    return left();
  }

  /** A submit was not throttled. */
  synchronized void passed(long submittedNanos) {
    if (submittedNanos - endNanos >= 0) {
      times = 0;
    }
  }

  /** Returns the rest of the wait; empty if it is over. */
  synchronized Optional<Duration> remaining() {
    Duration left = left();
    return times > 0 && left.isPositive() ? Optional.of(left) : Optional.empty();
  }

  private Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - time.nanoTime()));
  }
}
