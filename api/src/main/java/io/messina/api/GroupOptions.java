package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;

/**
 * Options of the delivery of a group. Begin with {@link #defaults}, as in {@code
 * GroupOptions.defaults().lease(Duration.ofMinutes(5))}.
 */
public record GroupOptions(
    @Field(
            value =
                "time for which a claimed event is reserved for its worker, unless the claim asks"
                    + " for another",
            min = GroupOptions.SHORTEST,
            max = GroupOptions.LONGEST,
            otherwise = "30s")
        Duration lease,
    @Field(
            value = "number of times an event is handed out before it becomes a dead letter",
            min = "1",
            max = "" + GroupOptions.ATTEMPTS_MAX,
            otherwise = "5")
        int maxAttempts,
    @Field(value = "wait of a failed event before its next attempt", otherwise = Backoff.USUAL)
        Backoff backoff,
    @Field(value = "none, or key: the events of a key one after the other", otherwise = "none")
        Order order,
    @Field(
            value =
                "at_least_once, or at_most_once: an event with an unknown outcome becomes a dead"
                    + " letter",
            otherwise = "at_least_once")
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

  public GroupOptions {
    RecordField.check(GroupOptions.class, lease, maxAttempts, backoff, order, delivery, limits);
  }

  /** The options of a new group unless others are given. */
  public static GroupOptions defaults() {
    return DEFAULT;
  }

  /**
   * Checks a lease that a claim or an extension asks for.
   *
   * @param lease from 1 s to 12 h
   */
  public static void checkLease(Duration lease) {
    RecordField.named(GroupOptions.class, "lease").check(lease);
  }

  /**
   * The most events of a key that workers may hold at a time.
   *
   * @return 1 if the group keeps them in order; 0 for any number
   */
  public int perKeyMax() {
    return order == Order.KEY ? 1 : limits.maxConcurrentPerKey();
  }
}
