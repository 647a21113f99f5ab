package io.messina.stream.delivery;

import java.time.Duration;

/**
 * How a claim group hands out its events.
 *
 * @param lease how long a worker has an event that does not say otherwise, from 1 s to 12 h
 * @param attemptsMax how often an event is handed out before it goes to the dead letters, from 1 to
 *     100
 * @param backoff how long a failed event waits
 * @param order in which order
 * @param guarantee what becomes of an event whose outcome is unknown
 * @param limits how much at a time
 */
public record GroupOptions(
    Duration lease,
    int attemptsMax,
    Backoff backoff,
    Order order,
    Guarantee guarantee,
    Limits limits) {

  /** The shortest lease. */
  public static final Duration LEASE_MIN = Duration.ofSeconds(1);

  /** The longest lease, and the longest wait for a retry. */
  public static final Duration LEASE_MAX = Duration.ofHours(12);

  /** The most attempts. */
  public static final int ATTEMPTS_MAX = 100;

  /** 30 s, 5 attempts, no order, at least once. */
  public static final GroupOptions DEFAULT =
      new GroupOptions(
          Duration.ofSeconds(30),
          5,
          Backoff.DEFAULT,
          Order.NONE,
          Guarantee.AT_LEAST_ONCE,
          Limits.DEFAULT);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public GroupOptions {
    checkLease(lease);
    if (attemptsMax < 1 || attemptsMax > ATTEMPTS_MAX) {
      throw new IllegalArgumentException(
          "max_attempts: " + attemptsMax + " (expected: from 1 to " + ATTEMPTS_MAX + ")");
    }
  }

  static void checkLease(Duration lease) {
    if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
      throw new IllegalArgumentException("lease: " + lease + " (expected: from 1 s to 12 h)");
    }
  }

  /** How many events of a key may be on their way; 0 for any number. */
  int perKeyMax() {
    return order == Order.KEY ? 1 : limits.perKeyMax();
  }
}
