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
 * A stream as it is stored in its row: the options of the API, and what is decided here.
 *
 * @param options of the stream
 * @param salts in the keys of its shards' state; none if all are 0
 * @param erased of a deleted stream, the shards that have no data any more
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
   * @throws RuntimeException if it cannot be read
   */
  static CatalogStream read(StreamId id, String json) {
    return read(json).definition(id);
  }

  /** The same definition with the shards that are erased. */
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

  private CatalogStream definition(StreamId id) {
    return new CatalogStream(id, options, new ShardSalts(salts));
  }
}
