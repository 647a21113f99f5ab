package io.messina.client.group;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import java.time.Duration;
import java.util.List;

/**
 * The options of a worker.
 *
 * @param name its name, which is shown to operators: 1 to 200 characters
 * @param concurrency how many events are processed at once, from 1
 * @param batch how many events it holds at once, from its concurrency to 10,000
 * @param lease for how long events are claimed; they are extended each third of it
 * @param poll how long a claim waits while there are none, up to 60 s
 * @param shards only of these; empty for all
 * @param handlingMax how long a handler may take: then its event is given back and its thread is
 *     interrupted
 */
public record WorkerOptions(
    String name,
    int concurrency,
    int batch,
    Duration lease,
    Duration poll,
    List<Integer> shards,
    Duration handlingMax) {

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public WorkerOptions {
    Checks.text("name", name, ClaimOptions.WORKER_CHARS_MAX);
    Checks.between("concurrency", concurrency, 1, ClaimOptions.LIMIT_MAX);
    Checks.between("batch", batch, concurrency, ClaimOptions.LIMIT_MAX);
    GroupOptions.checkLease(lease);
    Checks.between("poll", poll, Duration.ZERO, ClaimOptions.WAIT_MAX);
    Checks.that(
        !handlingMax.isNegative() && !handlingMax.isZero(),
        "handlingMax",
        handlingMax,
        "more than zero");
    shards = List.copyOf(shards);
  }

  /**
   * One event at a time for up to an hour, two held, leases of 30 s, claims that wait for 20 s.
   *
   * @param name its name, which is shown to operators
   * @return the options
   */
  public static WorkerOptions named(String name) {
    return new WorkerOptions(
        name, 1, 2, Duration.ofSeconds(30), Duration.ofSeconds(20), List.of(), Duration.ofHours(1));
  }

  /**
   * The same, so many at once and twice as many held.
   *
   * @param events from 1 to 5,000
   * @return other options
   */
  public WorkerOptions withConcurrency(int events) {
    return new WorkerOptions(name, events, 2 * events, lease, poll, shards, handlingMax);
  }

  /**
   * The same with another number held.
   *
   * @param events from the concurrency to 10,000
   * @return other options
   */
  public WorkerOptions withBatch(int events) {
    return new WorkerOptions(name, concurrency, events, lease, poll, shards, handlingMax);
  }

  /**
   * The same with a lease.
   *
   * @param lease from 1 s to 12 h
   * @return other options
   */
  public WorkerOptions withLease(Duration lease) {
    return new WorkerOptions(name, concurrency, batch, lease, poll, shards, handlingMax);
  }

  /**
   * The same with a wait.
   *
   * @param poll how long a claim waits while there are none, up to 60 s
   * @return other options
   */
  public WorkerOptions withPoll(Duration poll) {
    return new WorkerOptions(name, concurrency, batch, lease, poll, shards, handlingMax);
  }

  /**
   * The same of some shards only.
   *
   * @param shards their numbers
   * @return other options
   */
  public WorkerOptions withShards(List<Integer> shards) {
    return new WorkerOptions(name, concurrency, batch, lease, poll, shards, handlingMax);
  }

  /**
   * Returns options with a limit on the time of a handler.
   *
   * @param handlingMax after it the event is given back and the handler's thread is interrupted;
   *     more than zero
   * @return other options
   */
  public WorkerOptions withHandlingMax(Duration handlingMax) {
    return new WorkerOptions(name, concurrency, batch, lease, poll, shards, handlingMax);
  }

  ClaimOptions claim(int max) {
    return ClaimOptions.upTo(max)
        .withWait(poll)
        .withLease(lease)
        .withWorker(name)
        .withShards(shards);
  }
}
