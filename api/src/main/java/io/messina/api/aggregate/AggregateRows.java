package io.messina.api.aggregate;

import io.messina.api.Field;
import io.messina.api.Position;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A page of rows. */
public record AggregateRows(
    @Field("rows by window, then by key") List<AggregateRow> rows,
    @Field("event time up to which no event in time is missing; absent before the first event")
        Optional<Instant> completeTo,
    @Field("first position of each shard that is not in the rows") Map<String, Position> positions,
    @Field("shards that could not be read; their events are not in the rows") List<Integer> missing,
    @Field("start of the next page; absent on the last one") Optional<String> next) {

  public AggregateRows {
    rows = List.copyOf(rows);
    positions = Collections.unmodifiableMap(new LinkedHashMap<>(positions));
    missing = List.copyOf(missing);
  }
}
