package io.messina.messaging.send;

import io.messina.api.Backoff;
import io.messina.api.Checks;
import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import java.time.Duration;

/**
 * How a connector is used.
 *
 * @param concurrency how many messages are with the provider at a time, from 1 to 1,000, in each
 *     process
 * @param timeout how long the sending of one may take, from 100 ms to 10 min
 * @param retryFor how long a message is tried again that the provider certainly does not have;
 *     after that another connector is chosen
 * @param backoff how long it waits between
 */
public record SendOptions(int concurrency, Duration timeout, Duration retryFor, Backoff backoff) {

  private static final Duration TIMEOUT_MIN = Duration.ofMillis(100);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);

  /** How many calls fit into a lease. */
  private static final int CALLS = 3;

  /** 16 at a time, 30 s for each, tried for 24 hours. */
  public static final SendOptions DEFAULT =
      new SendOptions(16, Duration.ofSeconds(30), Duration.ofHours(24), Backoff.DEFAULT);

  /** Checked options. */
  public SendOptions {
    Checks.between("concurrency", concurrency, 1, 1_000);
    Checks.that(
        timeout.compareTo(TIMEOUT_MIN) >= 0 && timeout.compareTo(TIMEOUT_MAX) <= 0,
        "timeout",
        timeout,
        "from 100 ms to 10 min");
    Checks.that(!retryFor.isNegative(), "retryFor", retryFor, "not negative");
  }

  /** How long a claim holds, unless it is extended: a call fits into what is left of most. */
  Duration lease() {
    Duration calls = timeout.multipliedBy(CALLS);
    return calls.compareTo(GroupOptions.LEASE_MIN) > 0 ? calls : GroupOptions.LEASE_MIN;
  }

  /**
   * How long after the death of a message its call has ended for certain, wherever it was made: the
   * lease was checked before it began.
   */
  Duration overAfter() {
    return timeout.plus(lease().multipliedBy(2));
  }

  GroupOptions group() {
    return GroupOptions.DEFAULT
        .delivery(Delivery.AT_MOST_ONCE)
        .lease(lease())
        .maxAttempts(GroupOptions.ATTEMPTS_MAX)
        .backoff(backoff);
  }
}
