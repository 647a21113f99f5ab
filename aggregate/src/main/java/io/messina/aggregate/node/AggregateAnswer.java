package io.messina.aggregate.node;

import io.messina.aggregate.window.Window;
import io.messina.api.Position;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of an aggregate for some windows, merged over all shards.
 *
 * @param rows by window, then by group
 * @param next of each shard, the first position whose event is not in the rows; where events were
 *     sent on, of each shard that they came from
 * @param missing shards of the stream whose owner does not answer, or cannot read them now: their
 *     events are not in the rows
 * @param completeTo the event time up to which all that came in time is in the rows, of the shards
 *     that could be read; empty if there was no event yet, or one of these shards has none though
 *     it was not read to its end
 * @param more the start of the window of the last row, if rows behind it were cut off as there were
 *     enough; empty if none was cut off
 */
public record AggregateAnswer(
    List<Row> rows,
    Map<Integer, Position> next,
    Set<Integer> missing,
    Optional<Instant> completeTo,
    Optional<Instant> more) {

  /** Takes copies. */
  public AggregateAnswer {
    rows = List.copyOf(rows);
    next = Map.copyOf(next);
    missing = Set.copyOf(missing);
  }

  /**
   * A row.
   *
   * @param group which; empty where there is one only
   * @param part the value that {@link io.messina.aggregate.Aggregator#merge} and {@link
   *     io.messina.aggregate.Aggregator#result} take
   * @param last whether no event in time can change it any more
   * @param incomplete whether the stream may have dropped events of it before they were read
   */
  public record Row(Window window, Bytes group, Bytes part, boolean last, boolean incomplete) {}
}
