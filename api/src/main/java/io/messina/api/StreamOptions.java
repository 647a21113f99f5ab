package io.messina.api;

import java.time.Duration;
import java.util.Optional;

/**
 * What a stream is like. The number of shards and their placement stay; the rest may be changed.
 * Begin with {@link #defaults} and change what differs, as in {@code
 * StreamOptions.defaults().shards(4)}.
 *
 * @param shards a power of two from 1 to 4096
 * @param retention how long events are kept from their append time, from 1 s to 36,500 days; empty
 *     for ever
 * @param deduplicate for how long idempotency keys are remembered, up to 7 days; zero for not at
 *     all. Up to ten minutes are held in memory; longer ones cost a read and a write per event that
 *     has a key
 * @param key a JSON pointer to the key in JSON payloads, for events without a key of their own
 * @param time a JSON pointer to the event time in JSON payloads, for events without a time
 * @param schema a JSON Schema that JSON payloads must meet
 * @param placement where its shards live in the database
 */
public record StreamOptions(
    @Field(value = "how many shards, a power of two; for ever", min = "1", max = "" + StreamOptions.SHARDS_MAX, otherwise = "16")
        int shards,
    @Forever @Field(value = "how long events are kept, or forever", min = "1s", max = "36500d", otherwise = "7d")
        Optional<Duration> retention,
    @Field(
            value = "how long idempotency keys are remembered; 0s for not at all",
            min = "0s",
            max = StreamOptions.LONGEST_WINDOW, otherwise = "10m")
        Duration deduplicate,
    @Field("where a JSON payload has its key, a JSON pointer as in /user") Optional<String> key,
    @Field("where a JSON payload has its time, a JSON pointer as in /time") Optional<String> time,
    @Field("the JSON Schema that JSON payloads must meet") Optional<Json> schema,
    @Field(value = "any, or core: each shard lives on one core of the database; for ever", otherwise = "any")
        Placement placement)
    implements StreamOptionsWithers {

  private static final String LONGEST_WINDOW = "7d";

  /** The most shards. */
  public static final int SHARDS_MAX = 4096;

  /** The longest time for which idempotency keys are remembered. */
  public static final Duration DEDUPLICATE_MAX = Durations.parse(LONGEST_WINDOW);

  /** 16 shards, 7 days, keys remembered for ten minutes. */
  public static final StreamOptions DEFAULT = Wire.defaults(StreamOptions.class);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if one is out of bounds
   */
  public StreamOptions {
    RecordField.check(
        StreamOptions.class, shards, retention, deduplicate, key, time, schema, placement);
    if (Integer.bitCount(shards) != 1) {
      throw new IllegalArgumentException(
          "shards: " + shards + " (expected: a power of two from 1 to " + SHARDS_MAX + ")");
    }
  }

  /**
   * The options of a new stream unless others are given.
   *
   * @return {@link #DEFAULT}
   */
  public static StreamOptions defaults() {
    return DEFAULT;
  }

  /**
   * Keeps events for ever.
   *
   * @return changed options
   */
  public StreamOptions keptForever() {
    return retention(Optional.empty());
  }

  /**
   * Sets how long events are kept.
   *
   * @param retention from their append time; empty for ever
   * @return changed options
   */
  public StreamOptions retention(Optional<Duration> retention) {
    return new StreamOptions(shards, retention, deduplicate, key, time, schema, placement);
  }

  /**
   * Sets what JSON payloads must meet.
   *
   * @param json a JSON Schema
   * @return changed options
   * @throws IllegalArgumentException if it is not well-formed JSON
   */
  public StreamOptions schema(String json) {
    return schema(new Json(json));
  }
}
