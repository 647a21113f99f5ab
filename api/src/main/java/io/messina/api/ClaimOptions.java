package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How events are claimed. Begin with {@link #upTo} and change what differs, as in {@code
 * ClaimOptions.upTo(100).withWait(Duration.ofSeconds(20))}.
 *
 * @param limit how many at most, from 1 to 10,000
 * @param maxBytes the most bytes of keys, headers and payloads together, up to 16 MiB; a single
 *     event is handed out whatever its size. If absent, the server hands out up to 16 MiB, and the
 *     client asks for half of what it takes as an answer
 * @param waitUpTo how long to wait while there are none, up to 60 s
 * @param lease how long they are the worker's, from 1 s to 12 h; if absent, the group's lease
 * @param worker who claims them, as it is shown, up to 200 characters
 * @param shards the numbers of the shards to claim from; none for all
 */
public record ClaimOptions(
    @Field(
            value = "how many events at most",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @Field(
            value =
                "bytes of keys, headers and payloads over all shards together; one event of any"
                    + " size is handed out",
            min = "1",
            max = "" + ClaimOptions.BYTES_MAX)
        Optional<Integer> maxBytes,
    @JsonProperty("wait")
        @Field(
            value = "how long to wait while there are none",
            min = "0s",
            max = ClaimOptions.LONGEST,
            otherwise = "0s")
        Duration waitUpTo,
    @Field(
            value = "how long the events are kept from others, unless as long as the group says",
            min = GroupOptions.SHORTEST,
            max = GroupOptions.LONGEST)
        Optional<Duration> lease,
    @Field(value = "who claims, as it is shown", max = "" + ClaimOptions.WORKER_CHARS_MAX)
        Optional<String> worker,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "the numbers of the shards to claim from; none for all", max = "" + StreamOptions.SHARDS_MAX)
        List<Integer> shards) {

  static final String LONGEST = "60s";

  /** The most events or receipts of one request. */
  public static final int LIMIT_MAX = 10_000;

  /** How many events a request gets at most that does not say. */
  public static final int LIMIT_DEFAULT = 100;

  /** The most bytes of one claim. */
  public static final int BYTES_MAX = 16 << 20;

  /** The longest wait. */
  public static final Duration WAIT_MAX = Durations.parse(LONGEST);

  /** The longest name of a worker, in characters. */
  public static final int WORKER_CHARS_MAX = 200;

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public ClaimOptions {
    shards = List.copyOf(shards);
    RecordField.check(ClaimOptions.class, limit, maxBytes, waitUpTo, lease, worker, shards);
  }

  /**
   * So many events, without waiting.
   *
   * @param limit how many at most, from 1 to 10,000
   * @return the options
   */
  public static ClaimOptions upTo(int limit) {
    return new ClaimOptions(
        limit, Optional.empty(), Duration.ZERO, Optional.empty(), Optional.empty(), List.of());
  }

  /**
   * How many bytes are handed out at most.
   *
   * @return those of the claim, or 16 MiB
   */
  public int bytesMax() {
    return maxBytes.orElse(BYTES_MAX);
  }

  /**
   * The same, waiting.
   *
   * @param wait how long while there are none, up to 60 s
   * @return other options
   */
  public ClaimOptions withWait(Duration wait) {
    return new ClaimOptions(limit, maxBytes, wait, lease, worker, shards);
  }

  /**
   * The same with a lease.
   *
   * @param lease from 1 s to 12 h
   * @return other options
   */
  public ClaimOptions withLease(Duration lease) {
    return new ClaimOptions(limit, maxBytes, waitUpTo, Optional.of(lease), worker, shards);
  }

  /**
   * The same with a worker's name.
   *
   * @param worker as it is shown
   * @return other options
   */
  public ClaimOptions withWorker(String worker) {
    return new ClaimOptions(limit, maxBytes, waitUpTo, lease, Optional.of(worker), shards);
  }

  /**
   * The same of some shards only.
   *
   * @param shards their numbers; none for all
   * @return other options
   */
  public ClaimOptions withShards(Collection<Integer> shards) {
    return new ClaimOptions(limit, maxBytes, waitUpTo, lease, worker, List.copyOf(shards));
  }

  /**
   * The same of so many bytes.
   *
   * @param bytes at most, from 1 to 16 MiB
   * @return other options
   */
  public ClaimOptions withBytesMax(int bytes) {
    return new ClaimOptions(limit, Optional.of(bytes), waitUpTo, lease, worker, shards);
  }
}
