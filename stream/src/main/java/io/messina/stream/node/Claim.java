package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.api.GroupOptions;
import io.messina.stream.owner.ClaimAsk;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A worker's request for events.
 *
 * @param max how many events at most, from 1 to 10,000
 * @param bytesMax the most bytes of keys, headers and payloads together, from 1 to 16 MiB; a single
 *     event is handed out whatever its size
 * @param waitMax how long to wait if there are no events, from zero to a minute
 * @param lease from 1 s to 12 h; empty for the group's lease
 * @param worker a name of the worker, shown to people
 * @param shards the shards to claim from; none for all
 */
public record Claim(
    int max,
    long bytesMax,
    Duration waitMax,
    Optional<Duration> lease,
    String worker,
    List<Integer> shards) {

  /** The most events of one claim. */
  public static final int MAX = 10_000;

  /** The most bytes of one claim. */
  public static final long BYTES_MAX = ClaimAsk.BYTES_MAX;

  /** The longest wait. */
  public static final Duration WAIT_MAX = Duration.ofMinutes(1);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public Claim {
    shards = List.copyOf(shards);
    Checks.between("max", max, 1, MAX);
    Checks.between("bytesMax", bytesMax, 1, BYTES_MAX);
    Checks.between("wait", waitMax, Duration.ZERO, WAIT_MAX);
    lease.ifPresent(GroupOptions::checkLease);
  }

  /**
   * Claims events that are ready now, from all shards, with the group's lease.
   *
   * @param max how many events at most, from 1 to 10,000
   */
  public static Claim of(int max) {
    return new Claim(max, BYTES_MAX, Duration.ZERO, Optional.empty(), "", List.of());
  }

  /**
   * Returns a copy with another bound of bytes.
   *
   * @param bytesMax from 1 to 16 MiB
   */
  public Claim withBytesMax(long bytesMax) {
    return new Claim(max, bytesMax, waitMax, lease, worker, shards);
  }

  /**
   * Returns a copy with another longest wait.
   *
   * @param wait from zero to a minute
   */
  public Claim withWait(Duration wait) {
    return new Claim(max, bytesMax, wait, lease, worker, shards);
  }

  /**
   * Returns a copy with another lease.
   *
   * @param lease from 1 s to 12 h
   */
  public Claim withLease(Duration lease) {
    return new Claim(max, bytesMax, waitMax, Optional.of(lease), worker, shards);
  }

  /**
   * Returns a copy with another name of the worker.
   *
   * @param worker shown to people
   */
  public Claim withWorker(String worker) {
    return new Claim(max, bytesMax, waitMax, lease, worker, shards);
  }

  /**
   * Returns a copy for other shards.
   *
   * @param shards their numbers; none for all
   */
  public Claim withShards(List<Integer> shards) {
    return new Claim(max, bytesMax, waitMax, lease, worker, shards);
  }
}
