package io.messina.stream.node;

import io.messina.stream.peer.ClaimAsk;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a worker asks for.
 *
 * @param max how many events at most, from 1 to 10,000
 * @param bytesMax what they may take together, from 1 to 16 MiB of keys, headers and payloads; one
 *     event of any size is handed out
 * @param waitMax how long to wait where there is nothing, from zero to a minute
 * @param lease for how long, from 1 s to 12 h; empty for the group's lease
 * @param worker who asks, for people
 * @param shards of which shards; none for all
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
   * A checked claim.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public Claim {
    shards = List.copyOf(shards);
    Bounds.checkMax(max, MAX);
    Bounds.checkBytes(bytesMax, BYTES_MAX);
    Bounds.checkWait(waitMax);
    lease.ifPresent(Bounds::checkLease);
  }

  /**
   * Whatever there is at this moment, of all shards, by the group's lease.
   *
   * @param max how many events at most, from 1 to 10,000
   * @return the claim
   */
  public static Claim of(int max) {
    return new Claim(max, BYTES_MAX, Duration.ZERO, Optional.empty(), "", List.of());
  }

  /**
   * The same with another bound of bytes.
   *
   * @param bytesMax from 1 to 16 MiB
   * @return a new claim
   */
  public Claim withBytesMax(long bytesMax) {
    return new Claim(max, bytesMax, waitMax, lease, worker, shards);
  }

  /**
   * The same, but waiting.
   *
   * @param wait how long at most
   * @return a new claim
   */
  public Claim withWait(Duration wait) {
    return new Claim(max, bytesMax, wait, lease, worker, shards);
  }

  /**
   * The same with another lease.
   *
   * @param lease from 1 s to 12 h
   * @return a new claim
   */
  public Claim withLease(Duration lease) {
    return new Claim(max, bytesMax, waitMax, Optional.of(lease), worker, shards);
  }

  /**
   * The same by another worker.
   *
   * @param worker who asks
   * @return a new claim
   */
  public Claim withWorker(String worker) {
    return new Claim(max, bytesMax, waitMax, lease, worker, shards);
  }

  /**
   * The same of other shards.
   *
   * @param shards their numbers; none for all
   * @return a new claim
   */
  public Claim withShards(List<Integer> shards) {
    return new Claim(max, bytesMax, waitMax, lease, worker, shards);
  }
}
