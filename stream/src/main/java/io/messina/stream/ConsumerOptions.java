package io.messina.stream;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How a consumer claims events.
 *
 * @param concurrency how many events are with handlers, or wait to be settled, at a time; from 1 to
 *     10,000
 * @param batchMax how many are claimed from a shard at once; from 1 to 10,000
 * @param lease the lease of an event; empty for the group's lease. Leases are extended while the
 *     handler runs
 * @param handlingMax how long they are extended: if a handler takes longer, its event may be
 *     handled again elsewhere
 * @param drainMax how long closing waits before it interrupts handlers; empty for no limit
 * @param name the name of the worker, shown to people
 */
public record ConsumerOptions(
    int concurrency,
    int batchMax,
    Optional<Duration> lease,
    Duration handlingMax,
    Optional<Duration> drainMax,
    String name) {

  /**
   * 64 events at a time, claimed in batches of up to 64 with the group's lease, which is extended
   * for up to an hour.
   */
  public static final ConsumerOptions DEFAULT =
      new ConsumerOptions(
          64, 64, Optional.empty(), Duration.ofHours(1), Optional.empty(), "consumer");

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public ConsumerOptions {
    Checks.between("concurrency", concurrency, 1, ClaimOptions.LIMIT_MAX);
    Checks.between("batchMax", batchMax, 1, ClaimOptions.LIMIT_MAX);
    lease.ifPresent(GroupOptions::checkLease);
    checkNotNegative("handlingMax", handlingMax);
    drainMax.ifPresent(most -> checkNotNegative("drainMax", most));
  }

  /**
   * Returns a copy with another concurrency, and batches of up to as many.
   *
   * @param concurrency from 1 to 10,000
   */
  public ConsumerOptions withConcurrency(int concurrency) {
    return new ConsumerOptions(concurrency, concurrency, lease, handlingMax, drainMax, name);
  }

  /**
   * Returns a copy with another lease.
   *
   * @param lease from 1 s to 12 h
   */
  public ConsumerOptions withLease(Duration lease) {
    return new ConsumerOptions(
        concurrency, batchMax, Optional.of(lease), handlingMax, drainMax, name);
  }

  /**
   * Returns a copy with another bound on the time of handlers.
   *
   * @param handlingMax how long leases are extended
   */
  public ConsumerOptions withHandlingMax(Duration handlingMax) {
    return new ConsumerOptions(concurrency, batchMax, lease, handlingMax, drainMax, name);
  }

  /**
   * Returns a copy that interrupts handlers if closing takes too long.
   *
   * @param drainMax how long closing waits for them
   */
  public ConsumerOptions withDrainMax(Duration drainMax) {
    return new ConsumerOptions(
        concurrency, batchMax, lease, handlingMax, Optional.of(drainMax), name);
  }

  /**
   * Returns a copy with another name.
   *
   * @param name of the worker, shown to people
   */
  public ConsumerOptions withName(String name) {
    return new ConsumerOptions(concurrency, batchMax, lease, handlingMax, drainMax, name);
  }

  private static void checkNotNegative(String what, Duration duration) {
    Checks.that(!duration.isNegative(), what, duration, "not negative");
  }
}
