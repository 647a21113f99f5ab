package io.messina.stream.catalog;

import io.messina.stream.lane.RetentionClass;
import io.messina.stream.partition.ShardPlacement;
import io.messina.stream.placement.Placement;
import java.time.Duration;
import java.util.Optional;

/**
 * What a stream is like. The number of shards and their placement stay; the rest may be changed.
 *
 * @param shards a power of two from 1 to 4096
 * @param retention how long events are kept from their append time; empty for ever
 * @param deduplicate for how long idempotency keys are remembered, up to 7 days; zero for not at
 *     all. Up to ten minutes are held in memory; longer ones cost a read and a write per event that
 *     has a key
 * @param key a JSON pointer to the key in JSON payloads, for those who append text
 * @param time a JSON pointer to the event time in JSON payloads, likewise
 * @param schema a JSON Schema that JSON payloads must meet, likewise
 * @param placement where its shards live in the database
 */
public record StreamOptions(
    int shards,
    Optional<Duration> retention,
    Duration deduplicate,
    Optional<String> key,
    Optional<String> time,
    Optional<String> schema,
    Placement placement) {

  /** The longest time for which idempotency keys are remembered. */
  public static final Duration DEDUPLICATE_MAX = Duration.ofDays(7);

  /** 16 shards, 7 days, keys remembered for ten minutes. */
  public static final StreamOptions DEFAULT =
      new StreamOptions(
          16,
          Optional.of(Duration.ofDays(7)),
          Duration.ofMinutes(10),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Placement.ANY);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException where one is out of bounds
   */
  public StreamOptions {
    var _ = new ShardPlacement(shards);
    var _ = RetentionClass.of(retention);
    if (deduplicate.isNegative() || deduplicate.compareTo(DEDUPLICATE_MAX) > 0) {
      throw new IllegalArgumentException(
          "deduplicate: " + deduplicate + " (expected: from zero to 7 days)");
    }
  }

  /**
   * The same with another number of shards.
   *
   * @param number a power of two from 1 to 4096
   * @return new options
   */
  public StreamOptions withShards(int number) {
    return new StreamOptions(number, retention, deduplicate, key, time, schema, placement);
  }

  /**
   * The same with another retention.
   *
   * @param kept how long events are kept from their append time; empty for ever
   * @return new options
   */
  public StreamOptions withRetention(Optional<Duration> kept) {
    return new StreamOptions(shards, kept, deduplicate, key, time, schema, placement);
  }

  /**
   * The same with another time for which idempotency keys are remembered.
   *
   * @param window up to 7 days; zero for not at all
   * @return new options
   */
  public StreamOptions withDeduplicate(Duration window) {
    return new StreamOptions(shards, retention, window, key, time, schema, placement);
  }

  /**
   * Which shards keys belong to.
   *
   * @return the placement over {@link #shards}
   */
  public ShardPlacement keyPlacement() {
    return new ShardPlacement(shards);
  }
}
