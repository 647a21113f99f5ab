package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;

/**
 * How a claim group hands out its events. Begin with {@link #defaults} and change what differs, as
 * in {@code GroupOptions.defaults().lease(Duration.ofMinutes(5))}.
 *
 * @param lease how long a worker has an event unless it asks for another time, from 1 s to 12 h
 * @param maxAttempts how often an event is handed out before it becomes a dead letter, from 1 to
 *     100
 * @param backoff how long a failed event waits
 * @param order in which order
 * @param delivery what becomes of an event whose outcome is unknown
 * @param limits how much at a time
 */
public record GroupOptions(
    @Field(
            value = "how long a claimed event is kept from others, unless the claim says",
            min = GroupOptions.SHORTEST,
            max = GroupOptions.LONGEST,
            otherwise = "30s")
        Duration lease,
    @Field(
            value = "how often an event is handed out before it becomes a dead letter",
            min = "1",
            max = "" + GroupOptions.ATTEMPTS_MAX,
            otherwise = "5")
        int maxAttempts,
    @Field(value = "how long a failed event waits for its next attempt", otherwise = Backoff.USUAL) Backoff backoff,
    @Field(value = "none, or key: events of a key one after the other", otherwise = "none") Order order,
    @Field(value = "at_least_once, or at_most_once: what is uncertain becomes a dead letter", otherwise = "at_least_once")
        Delivery delivery,
    @JsonUnwrapped GroupLimits limits)
    implements GroupOptionsWithers {

  static final String SHORTEST = "1s";
  static final String LONGEST = "12h";

  /** The shortest lease. */
  public static final Duration LEASE_MIN = Durations.parse(SHORTEST);

  /** The longest lease, and the longest wait for a retry. */
  public static final Duration LEASE_MAX = Durations.parse(LONGEST);

  /** The most attempts. */
  public static final int ATTEMPTS_MAX = 100;

  /** 30 s, 5 attempts, no order, at least once. */
  public static final GroupOptions DEFAULT = Wire.defaults(GroupOptions.class);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public GroupOptions {
    RecordField.check(GroupOptions.class, lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * The options of a new group unless others are given.
   *
   * @return {@link #DEFAULT}
   */
  public static GroupOptions defaults() {
    return DEFAULT;
  }

  /**
   * Checks a lease that a claim or an extension asks for.
   *
   * @param lease from 1 s to 12 h
   * @throws IllegalArgumentException if it is out of bounds
   */
  public static void checkLease(Duration lease) {
    RecordField.named(GroupOptions.class, "lease").check(lease);
  }

  /**
   * How many events of a key may be out at a time.
   *
   * @return 1 if they are kept in order; 0 for any number
   */
  public int perKeyMax() {
    return order == Order.KEY ? 1 : limits.maxConcurrentPerKey();
  }
}
