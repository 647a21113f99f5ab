package io.messina.client.error;

import io.messina.api.Checks;
import java.time.Duration;

/**
 * The limits of trying a request again, if that is safe: after each failure the client waits a
 * random time from half of to all of a time that doubles, and at least as long as the server says.
 * With several servers an attempt may ask each of them once, without waiting.
 *
 * @param attempts in all, from 1, which means never again, but at another server if nothing was
 *     done
 * @param first the longest wait after the first attempt
 * @param longest the longest wait after any, unless the server says more
 * @param within no attempt begins later than this after the first began; keep it well below the
 *     time for which streams remember idempotency keys
 */
public record RetryPolicy(int attempts, Duration first, Duration longest, Duration within) {

  /** Six attempts within half a minute, after 0.1 s doubling to 5 s. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(6, Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofSeconds(30));

  /** Each request is tried once. */
  public static final RetryPolicy NONE =
      new RetryPolicy(1, Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ZERO);

  private static final int DOUBLINGS_MAX = 20;

  /**
   * A checked policy.
   *
   * @throws IllegalArgumentException if a number is out of its bounds
   */
  public RetryPolicy {
    Checks.between("attempts", attempts, 1, 1000);
    Checks.that(!first.isNegative() && !first.isZero(), "first", first, "more than zero");
    Checks.that(longest.compareTo(first) >= 0, "longest", longest, "at least " + first);
    Checks.that(!within.isNegative(), "within", within, "from zero");
  }

  /**
   * Returns the time to wait before the next attempt.
   *
   * @param failures how many attempts have failed, from 1
   * @param random from 0 to 1
   * @return from half of to all of the time that doubles
   */
  public Duration wait(int failures, double random) {
    long doubled = first.toNanos() << Math.min(failures - 1, DOUBLINGS_MAX);
    long nanos = Math.min(doubled, longest.toNanos());
    return Duration.ofNanos((long) (nanos * (0.5 + random / 2)));
  }
}
