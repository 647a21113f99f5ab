package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Options of a claim. Begin with {@link #upTo}, as in {@code
 * ClaimOptions.upTo(100).withWait(Duration.ofSeconds(20))}.
 */
public record ClaimOptions(
    @Field(
            value = "maximum number of events",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @Field(
            value =
                "maximum bytes of keys, headers and payloads over all shards together; a single"
                    + " event is handed out whatever its size",
            min = "1",
            max = "" + ClaimOptions.BYTES_MAX)
        Optional<Integer> maxBytes,
    @JsonProperty("wait")
        @Field(
            value = "time to wait while there are no events",
            min = "0s",
            max = ClaimOptions.LONGEST,
            otherwise = "0s")
        Duration waitUpTo,
    @Field(
            value =
                "time for which the events are reserved for this worker; the group's lease if"
                    + " absent",
            min = GroupOptions.SHORTEST,
            max = GroupOptions.LONGEST)
        Optional<Duration> lease,
    @Field(value = "name of the worker in reports", max = "" + ClaimOptions.WORKER_CHARS_MAX)
        Optional<String> worker,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            value = "numbers of the shards to claim from; none for all",
            max = "" + StreamOptions.SHARDS_MAX)
        List<Integer> shards) {

  static final String LONGEST = "60s";

  /** The most events or receipts of one request. */
  public static final int LIMIT_MAX = 10_000;

  /** The limit of a request without one. */
  public static final int LIMIT_DEFAULT = 100;

  /** The most bytes of one claim. */
  public static final int BYTES_MAX = 16 << 20;

  /** The longest wait. */
  public static final Duration WAIT_MAX = Durations.parse(LONGEST);

  /** The longest name of a worker, in characters. */
  public static final int WORKER_CHARS_MAX = 200;

  public ClaimOptions {
    shards = List.copyOf(shards);
    RecordField.check(ClaimOptions.class, limit, maxBytes, waitUpTo, lease, worker, shards);
  }

  /**
   * Claims at most so many events, without waiting.
   *
   * @param limit from 1 to 10,000
   */
  public static ClaimOptions upTo(int limit) {
    return new ClaimOptions(
        limit, Optional.empty(), Duration.ZERO, Optional.empty(), Optional.empty(), List.of());
  }

  /**
   * The most bytes to hand out.
   *
   * @return from the claim, or 16 MiB
   */
  public int bytesMax() {
    return maxBytes.orElse(BYTES_MAX);
  }

  /**
   * The same, waiting.
   *
   * @param wait how long while there are none, up to 60 s
   */
  public ClaimOptions withWait(Duration wait) {
    return new ClaimOptions(limit, maxBytes, wait, lease, worker, shards);
  }

  /**
   * The same with a lease.
   *
   * @param lease from 1 s to 12 h
   */
  public ClaimOptions withLease(Duration lease) {
    return new ClaimOptions(limit, maxBytes, waitUpTo, Optional.of(lease), worker, shards);
  }

  /**
   * The same with a worker's name.
   *
   * @param worker as it is shown
   */
  public ClaimOptions withWorker(String worker) {
    return new ClaimOptions(limit, maxBytes, waitUpTo, lease, Optional.of(worker), shards);
  }

  /**
   * The same of some shards only.
   *
   * @param shards their numbers; none for all
   */
  public ClaimOptions withShards(Collection<Integer> shards) {
    return new ClaimOptions(limit, maxBytes, waitUpTo, lease, worker, List.copyOf(shards));
  }

  /**
   * The same of so many bytes.
   *
   * @param bytes at most, from 1 to 16 MiB
   */
  public ClaimOptions withBytesMax(int bytes) {
    return new ClaimOptions(limit, Optional.of(bytes), waitUpTo, lease, worker, shards);
  }
}
