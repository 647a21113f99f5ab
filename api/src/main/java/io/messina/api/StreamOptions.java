package io.messina.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Options of a stream. The number of shards and their placement are fixed at creation; the rest may
 * be changed. Begin with {@link #defaults}, as in {@code StreamOptions.defaults().shards(4)}.
 */
public record StreamOptions(
    @Field(
            value = "number of shards, a power of two; fixed at creation",
            min = "1",
            max = "" + StreamOptions.SHARDS_MAX,
            otherwise = "16")
        int shards,
    @Forever
        @Field(
            value = "time for which events are kept, or forever",
            min = "1s",
            max = "36500d",
            otherwise = "7d")
        Optional<Duration> retention,
    @Field(
            value =
                "time for which idempotency keys are remembered; 0s for never; above 10m each event"
                    + " with a key costs a read and a write",
            min = "0s",
            max = StreamOptions.LONGEST_WINDOW,
            otherwise = "10m")
        Duration deduplicate,
    @Field("JSON pointer to the key in JSON payloads of events without a key, as in /user")
        Optional<String> key,
    @Field("JSON pointer to the event time in JSON payloads of events without a time, as in /time")
        Optional<String> time,
    @Field("JSON Schema that JSON payloads must satisfy") Optional<Json> schema,
    @Field(
            value = "any, or core: each shard lives on one core of the database; fixed at creation",
            otherwise = "any")
        Placement placement)
    implements StreamOptionsWithers {

  private static final String LONGEST_WINDOW = "7d";

  /** The most shards. */
  public static final int SHARDS_MAX = 4096;

  /** The longest time for which idempotency keys are remembered. */
  public static final Duration DEDUPLICATE_MAX = Durations.parse(LONGEST_WINDOW);

  /** 16 shards, 7 days, keys remembered for ten minutes. */
  public static final StreamOptions DEFAULT = Wire.defaults(StreamOptions.class);

  public StreamOptions {
    RecordField.check(
        StreamOptions.class, shards, retention, deduplicate, key, time, schema, placement);
    if (Integer.bitCount(shards) != 1) {
      throw new IllegalArgumentException(
          "shards: " + shards + " (expected: a power of two from 1 to " + SHARDS_MAX + ")");
    }
  }

  /** The options of a new stream unless others are given. */
  public static StreamOptions defaults() {
    return DEFAULT;
  }

  /** Keeps events for ever. */
  public StreamOptions keptForever() {
    return retention(Optional.empty());
  }

  /**
   * Sets how long events are kept.
   *
   * @param retention from their append time; empty for ever
   */
  public StreamOptions retention(Optional<Duration> retention) {
    return new StreamOptions(shards, retention, deduplicate, key, time, schema, placement);
  }

  /**
   * Sets the schema of JSON payloads.
   *
   * @param json a JSON Schema
   */
  public StreamOptions schema(String json) {
    return schema(new Json(json));
  }
}
