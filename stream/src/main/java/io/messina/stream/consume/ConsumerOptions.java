package io.messina.stream.consume;

import io.messina.api.GroupOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How a consumer claims events.
 *
 * @param concurrency how many events are with handlers, or wait to be settled, at a time; from 1 to
 *     10,000
 * @param batchMax how many are claimed from a shard at once; from 1 to 10,000
 * @param lease for how long an event is claimed; empty for the group's lease. Leases are extended
 *     while the handler runs
 * @param handlingMax for how long they are extended: a handler that takes longer may see its event
 *     handled again elsewhere
 * @param drainMax how long closing waits before it interrupts handlers; empty for ever
 * @param name what people see as the worker
 */
public record ConsumerOptions(
    int concurrency,
    int batchMax,
    Optional<Duration> lease,
    Duration handlingMax,
    Optional<Duration> drainMax,
    String name) {

  /** 64 at a time, in batches of as many, by the group's lease, extended for up to an hour. */
  public static final ConsumerOptions DEFAULT =
      new ConsumerOptions(
          64, 64, Optional.empty(), Duration.ofHours(1), Optional.empty(), "consumer");

  private static final int MANY = 10_000;

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public ConsumerOptions {
    checkCount("concurrency", concurrency);
    checkCount("batchMax", batchMax);
    lease.ifPresent(ConsumerOptions::checkLease);
    if (handlingMax.isNegative() || drainMax.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException(
          "handlingMax, drainMax: " + handlingMax + ", " + drainMax + " (expected: not negative)");
    }
  }

  /**
   * The same with another concurrency, and batches of up to as many.
   *
   * @param concurrency from 1 to 10,000
   * @return new options
   */
  public ConsumerOptions withConcurrency(int concurrency) {
    return new ConsumerOptions(concurrency, concurrency, lease, handlingMax, drainMax, name);
  }

  /**
   * The same with another lease.
   *
   * @param lease from 1 s to 12 h
   * @return new options
   */
  public ConsumerOptions withLease(Duration lease) {
    return new ConsumerOptions(
        concurrency, batchMax, Optional.of(lease), handlingMax, drainMax, name);
  }

  /**
   * The same with a bound on how long handlers may take.
   *
   * @param handlingMax how long leases are extended
   * @return new options
   */
  public ConsumerOptions withHandlingMax(Duration handlingMax) {
    return new ConsumerOptions(concurrency, batchMax, lease, handlingMax, drainMax, name);
  }

  /**
   * The same with handlers interrupted where closing takes too long.
   *
   * @param drainMax how long closing waits for them
   * @return new options
   */
  public ConsumerOptions withDrainMax(Duration drainMax) {
    return new ConsumerOptions(
        concurrency, batchMax, lease, handlingMax, Optional.of(drainMax), name);
  }

  /**
   * The same with another name.
   *
   * @param name what people see as the worker
   * @return new options
   */
  public ConsumerOptions withName(String name) {
    return new ConsumerOptions(concurrency, batchMax, lease, handlingMax, drainMax, name);
  }

  private static void checkCount(String what, int count) {
    if (count < 1 || count > MANY) {
      throw new IllegalArgumentException(
          what + ": " + count + " (expected: from 1 to " + MANY + ")");
    }
  }

  private static void checkLease(Duration lease) {
    if (lease.compareTo(GroupOptions.LEASE_MIN) < 0
        || lease.compareTo(GroupOptions.LEASE_MAX) > 0) {
      throw new IllegalArgumentException("lease: " + lease + " (expected: from 1 s to 12 h)");
    }
  }
}
