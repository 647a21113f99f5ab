package io.messina.client.group;

import io.messina.api.Checks;
import io.messina.api.Durations;
import io.messina.api.GroupOptions;
import io.messina.client.internal.JsonBodies;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How events are claimed.
 *
 * @param limit how many at most, from 1 to 10,000
 * @param waitUpTo how long to wait while there are none, up to 60 s
 * @param lease how long they are the worker's; if absent, the group's lease
 * @param worker who claims them, as it is shown
 * @param shards only of these; empty for all
 * @param bytesMax of what is handed out, at most 16 MiB, but for one event that is larger by
 *     itself; if absent, half of what the client takes as an answer
 */
public record ClaimOptions(
    int limit,
    Duration waitUpTo,
    Optional<Duration> lease,
    Optional<String> worker,
    List<Integer> shards,
    OptionalInt bytesMax) {

  /** The most events of one claim. */
  public static final int MAX = 10_000;

  /** The most bytes of one claim. */
  public static final int BYTES_MAX = 16 << 20;

  /** The longest wait. */
  public static final Duration WAIT_MAX = Duration.ofSeconds(60);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if a part is out of its bounds
   */
  public ClaimOptions {
    Checks.between("limit", limit, 1, MAX);
    Checks.between("wait", waitUpTo, Duration.ZERO, WAIT_MAX);
    bytesMax.ifPresent(bytes -> Checks.between("bytesMax", bytes, 1, BYTES_MAX));
    worker.ifPresent(name -> Checks.text("worker", name, GroupOptions.WORKER_CHARS_MAX));
    shards = List.copyOf(shards);
  }

  /**
   * So many events, without waiting.
   *
   * @param limit how many at most, from 1 to 10,000
   * @return the options
   */
  public static ClaimOptions upTo(int limit) {
    return new ClaimOptions(
        limit, Duration.ZERO, Optional.empty(), Optional.empty(), List.of(), OptionalInt.empty());
  }

  /**
   * The same, waiting.
   *
   * @param wait how long while there are none, up to 60 s
   * @return other options
   */
  public ClaimOptions withWait(Duration wait) {
    return new ClaimOptions(limit, wait, lease, worker, shards, bytesMax);
  }

  /**
   * The same with a lease.
   *
   * @param lease from 1 s to 12 h
   * @return other options
   */
  public ClaimOptions withLease(Duration lease) {
    return new ClaimOptions(limit, waitUpTo, Optional.of(lease), worker, shards, bytesMax);
  }

  /**
   * The same with a worker's name.
   *
   * @param worker as it is shown
   * @return other options
   */
  public ClaimOptions withWorker(String worker) {
    return new ClaimOptions(limit, waitUpTo, lease, Optional.of(worker), shards, bytesMax);
  }

  /**
   * The same of some shards only.
   *
   * @param shards their numbers
   * @return other options
   */
  public ClaimOptions withShards(Collection<Integer> shards) {
    return new ClaimOptions(limit, waitUpTo, lease, worker, List.copyOf(shards), bytesMax);
  }

  /**
   * The same of so many bytes.
   *
   * @param bytes at most, from 1 to 16 MiB
   * @return other options
   */
  public ClaimOptions withBytesMax(int bytes) {
    return new ClaimOptions(limit, waitUpTo, lease, worker, shards, OptionalInt.of(bytes));
  }

  /** A claim that brings acknowledgements, which are written already. */
  byte[] toJson(List<byte[]> acks) {
    return JsonBodies.object(
        json -> {
          json.writeNumberProperty("limit", limit);
          bytesMax.ifPresent(bytes -> json.writeNumberProperty("max_bytes", bytes));
          json.writeStringProperty("wait", Durations.format(waitUpTo));
          lease.ifPresent(text -> json.writeStringProperty("lease", Durations.format(text)));
          worker.ifPresent(text -> json.writeStringProperty("worker", text));
          if (!shards.isEmpty()) {
            json.writeArrayPropertyStart("shards");
            shards.forEach(json::writeNumber);
            json.writeEndArray();
          }
          if (!acks.isEmpty()) {
            json.writeArrayPropertyStart("ack");
            acks.forEach(ack -> json.writeRawValue(new String(ack, StandardCharsets.UTF_8)));
            json.writeEndArray();
          }
        });
  }
}
