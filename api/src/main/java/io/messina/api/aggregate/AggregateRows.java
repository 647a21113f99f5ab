package io.messina.api.aggregate;

import io.messina.api.Field;
import io.messina.api.Position;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A page of rows.
 *
 * @param rows by window, then by key
 * @param completeTo the event time up to which no event in time is missing; empty before the first
 *     event
 * @param positions of each shard, by number, the first position that is not in the rows
 * @param missing shards that could not be read, whose events are not in the rows
 * @param next where the next page begins; empty on the last one
 */
public record AggregateRows(
    @Field("by window, then by key") List<AggregateRow> rows,
    @Field("the event time up to which no event in time is missing") Optional<Instant> completeTo,
    @Field("of each shard, the first position that is not in the rows")
        Map<String, Position> positions,
    @Field("shards that could not be read; their events are not in the rows") List<Integer> missing,
    @Field("where the next page begins; absent on the last one") Optional<String> next) {

  /** Takes copies. */
  public AggregateRows {
    rows = List.copyOf(rows);
    positions = Collections.unmodifiableMap(new LinkedHashMap<>(positions));
    missing = List.copyOf(missing);
  }
}
