package io.messina.stream.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a failed event waits for its next attempt: {@code first} after the first failure, twice
 * as long after each further one, at most {@code longest}; then more or less by the jitter, but
 * never over 12 h.
 *
 * @param first from 1 ms to {@code longest}
 * @param longest at most 12 h
 * @param jitterPercent from 0 to 100: the wait is longer or shorter by up to this part of it
 */
public record Backoff(Duration first, Duration longest, int jitterPercent) {

  /** 1 s doubling to 60 s, 20 % jitter. */
  public static final Backoff DEFAULT =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 20);

  private static final int DOUBLINGS_MAX = 30;
  private static final int PERCENT = 100;

  /**
   * A checked backoff.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public Backoff {
    if (first.toMillis() < 1 || first.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "backoff: first "
              + first.toMillis()
              + " ms (expected: from 1 to the longest, "
              + longest.toMillis()
              + " ms)");
    }
    if (longest.compareTo(GroupOptions.LEASE_MAX) > 0) {
      throw new IllegalArgumentException(
          "backoff: longest " + longest.toMillis() + " ms (expected: up to 12 h)");
    }
    if (jitterPercent < 0 || jitterPercent > PERCENT) {
      throw new IllegalArgumentException(
          "backoff: jitter " + jitterPercent + " % (expected: from 0 to 100)");
    }
  }

  long delayMillis(int attempts, RandomGenerator random) {
    int doublings = Math.clamp(attempts - 1L, 0, DOUBLINGS_MAX);
    long waitMillis = Math.min(longest.toMillis(), first.toMillis() << doublings);
    long spreadMillis = waitMillis * jitterPercent / PERCENT;
    long jitteredMillis = waitMillis - spreadMillis + random.nextLong(2 * spreadMillis + 1);
    return Math.clamp(jitteredMillis, 1, GroupOptions.LEASE_MAX.toMillis());
  }
}
