package io.messina.stream.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.stream.StreamId;
import io.messina.stream.log.ShardSalts;
import java.util.List;

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

  static String write(CatalogStream stream) {
    return Wire.write(new KeptStream(stream.options(), stream.salts().numbers(), stream.erased()));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException if it cannot be read
   */
  static CatalogStream read(StreamId id, String json) {
    KeptStream kept = Wire.read(json, KeptStream.class);
    return new CatalogStream(id, kept.options, new ShardSalts(kept.salts), kept.erased);
  }
}
