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
            max = GroupOptions.LONGEST)
        Duration lease,
    @Field(
            value = "how often an event is handed out before it becomes a dead letter",
            min = "1",
            max = GroupOptions.MOST_ATTEMPTS)
        int maxAttempts,
    @Field("how long a failed event waits for its next attempt") Backoff backoff,
    @Field("none, or key: events of a key one after the other") Order order,
    @Field("at_least_once, or at_most_once: what is uncertain becomes a dead letter")
        Delivery delivery,
    @JsonUnwrapped GroupLimits limits) {

  static final String SHORTEST = "1s";
  static final String LONGEST = "12h";
  private static final String MOST_ATTEMPTS = "100";

  /** The shortest lease. */
  public static final Duration LEASE_MIN = Durations.parse(SHORTEST);

  /** The longest lease, and the longest wait for a retry. */
  public static final Duration LEASE_MAX = Durations.parse(LONGEST);

  /** The most attempts. */
  public static final int ATTEMPTS_MAX = Integer.parseInt(MOST_ATTEMPTS);

  /** 30 s, 5 attempts, no order, at least once. */
  public static final GroupOptions DEFAULT =
      new GroupOptions(
          Duration.ofSeconds(30),
          5,
          Backoff.DEFAULT,
          Order.NONE,
          Delivery.AT_LEAST_ONCE,
          GroupLimits.DEFAULT);

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

  /**
   * Sets how long a worker has an event unless it asks for another time.
   *
   * @param lease from 1 s to 12 h
   * @return changed options
   */
  public GroupOptions lease(Duration lease) {
    return new GroupOptions(lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * Sets how often an event is handed out before it becomes a dead letter.
   *
   * @param maxAttempts from 1 to 100
   * @return changed options
   */
  public GroupOptions maxAttempts(int maxAttempts) {
    return new GroupOptions(lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * Sets how long a failed event waits.
   *
   * @param backoff the waits
   * @return changed options
   */
  public GroupOptions backoff(Backoff backoff) {
    return new GroupOptions(lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * Sets whether the events of a key are kept in order.
   *
   * @param order the order
   * @return changed options
   */
  public GroupOptions order(Order order) {
    return new GroupOptions(lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * Sets what happens to events whose outcome is uncertain.
   *
   * @param delivery the delivery
   * @return changed options
   */
  public GroupOptions delivery(Delivery delivery) {
    return new GroupOptions(lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * Sets how much may be going on at a time.
   *
   * @param limits all of them
   * @return changed options
   */
  public GroupOptions limits(GroupLimits limits) {
    return new GroupOptions(lease, maxAttempts, backoff, order, delivery, limits);
  }

  /**
   * Sets how many events of a shard may be out at a time.
   *
   * @param events from 1 to 10,000
   * @return changed options
   */
  public GroupOptions maxInFlight(int events) {
    return limits(
        new GroupLimits(
            events, limits.maxConcurrentPerKey(), limits.rateLimit(), limits.maxUnfinished()));
  }

  /**
   * Sets how many events of a key may be out at a time.
   *
   * @param events up to 10,000; 0 for any number
   * @return changed options
   */
  public GroupOptions maxConcurrentPerKey(int events) {
    return limits(
        new GroupLimits(limits.maxInFlight(), events, limits.rateLimit(), limits.maxUnfinished()));
  }

  /**
   * Sets how fast events are handed out.
   *
   * @param eventsPerSecond of the whole group, in equal parts on its shards; 0 for any number
   * @return changed options
   */
  public GroupOptions rateLimit(int eventsPerSecond) {
    return limits(
        new GroupLimits(
            limits.maxInFlight(),
            limits.maxConcurrentPerKey(),
            eventsPerSecond,
            limits.maxUnfinished()));
  }

  /**
   * Sets how many unfinished events a shard may have before nothing new is handed out.
   *
   * @param events from 1 to 10,000
   * @return changed options
   */
  public GroupOptions maxUnfinished(int events) {
    return limits(
        new GroupLimits(
            limits.maxInFlight(), limits.maxConcurrentPerKey(), limits.rateLimit(), events));
  }
}
