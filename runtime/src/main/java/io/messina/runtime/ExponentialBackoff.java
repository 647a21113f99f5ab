package io.messina.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The waits between attempts: twice as long after each further failure, up to a limit.
 *
 * @param first the wait after the first failure, above zero
 * @param longest the limit, at least {@code first}
 * @param jitter by which part of itself a wait may be shorter, from 0 to 1
 */
public record ExponentialBackoff(Duration first, Duration longest, double jitter) {

  /**
   * A checked backoff.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public ExponentialBackoff {
    if (first.isNegative() || first.isZero() || first.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "backoff: " + first + ", " + longest + " (expected: above zero, growing)");
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("jitter: " + jitter + " (expected: from 0 to 1)");
    }
  }

  /**
   * A backoff without jitter.
   *
   * @param first the wait after the first failure, above zero
   * @param longest the limit, at least {@code first}
   */
  public ExponentialBackoff(Duration first, Duration longest) {
    this(first, longest, 0);
  }

  /**
   * Returns the wait, without jitter.
   *
   * @param failures how often it has failed in a row, from 1
   * @return from {@code first} to {@code longest}
   */
  public Duration after(int failures) {
    long nanos = first.toNanos();
    int doublings = Math.max(0, Math.min(failures, Long.numberOfLeadingZeros(nanos)) - 1);
    return Duration.ofNanos(Math.min(nanos << doublings, longest.toNanos()));
  }

  /**
   * Returns the wait, with jitter.
   *
   * @param failures how often it has failed in a row, from 1
   * @param random is asked once
   * @return the result of {@link #after(int)}, or less
   */
  public Duration after(int failures, RandomGenerator random) {
    Duration most = after(failures);
    long spread = (long) (most.toNanos() * jitter);
    return most.minusNanos(random.nextLong(Math.max(1, spread)));
  }
}
