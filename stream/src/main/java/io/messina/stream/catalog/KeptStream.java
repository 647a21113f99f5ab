package io.messina.stream.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.stream.StreamId;
import io.messina.stream.placement.ShardSalts;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A stream as its row has it: what the API takes, and what is decided here.
 *
 * @param options what it is like
 * @param salts in the keys of its shards' state; none where all are 0
 * @param erased of a deleted stream, the shards that hold nothing any more
 */
record KeptStream(
    @JsonUnwrapped StreamOptions options,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> salts,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> erased) {

  private static final KeptStream DEFAULT =
      new KeptStream(StreamOptions.DEFAULT, List.of(), List.of());

  static String write(StreamOptions options, ShardSalts salts) {
    return Wire.write(new KeptStream(options, salts.numbers(), List.of()));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException where it is something else
   */
  static StreamDefinition read(StreamId id, String json) {
    return read(json).definition(id);
  }

  /** The same definition, noting which shards of it are erased. */
  static String erased(String json, Collection<Integer> shards) {
    KeptStream kept = read(json);
    return Wire.write(new KeptStream(kept.options, kept.salts, List.copyOf(shards)));
  }

  static DeletedStream readDeleted(StreamId id, String json) {
    KeptStream kept = read(json);
    return new DeletedStream(kept.definition(id), Set.copyOf(kept.erased));
  }

  private static KeptStream read(String json) {
    return Wire.read(json, DEFAULT);
  }

  private StreamDefinition definition(StreamId id) {
    return new StreamDefinition(id, options, new ShardSalts(salts));
  }
}
