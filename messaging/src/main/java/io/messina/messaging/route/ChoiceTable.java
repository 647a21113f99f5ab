package io.messina.messaging.route;

import io.messina.api.Wire;
import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The choices of each shard of a channel: a row for each page, under the position of its last
 * event. Written by the shard's owner, with the timestamps of its ownership.
 */
final class ChoiceTable {

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Long> LAST = Column.ofLong("last_position");
  private static final Column<Instant> CHOSEN = Column.ofInstant("chosen");
  private static final Column<Bytes> CHOICES = Column.ofBytes("choices");

  /** Longer than any message stays in its channel's stream. */
  private static final Duration KEPT = Duration.ofDays(40);

  /** The table. */
  static final Table TABLE =
      Table.plain("message_choices")
          .partitionedBy(STREAM, SHARD)
          .clusteredBy(LAST)
          .columns(CHOSEN, CHOICES)
          .expiring(KEPT)
          .build();

  private ChoiceTable() {}

  /**
   * The choices for some events.
   *
   * @param byPosition the choices, by the packed positions of their events
   */
  record Chosen(Instant at, Map<Long, Choice> byPosition) {}

  /** The JSON in a row. */
  record Page(Map<String, Choice> choices) {}

  private static PartitionKey partition(ShardId shard) {
    return TABLE.partition(STREAM.of(shard.stream().toString()), SHARD.of(shard.number()));
  }

  static void write(Store store, ShardId shard, long last, Chosen chosen, long timestampMicros) {
    Map<String, Choice> choices = new LinkedHashMap<>();
    chosen.byPosition.forEach((position, choice) -> choices.put(Long.toString(position), choice));
    PartitionKey partition = partition(shard);
    Row row =
        Row.of(
            partition.row(LAST.of(last)),
            CHOSEN.of(chosen.at),
            CHOICES.of(Bytes.utf8(Wire.write(new Page(choices)))));
    store.write(PlainBatch.in(partition, timestampMicros).put(row, chosen.at.plus(KEPT)).build());
  }

  /** Reads the choices of events from a position on, up to another one. */
  static Map<Long, Timed> read(Store store, ShardId shard, long from, long end) {
    Map<Long, Timed> found = new HashMap<>();
    ClusteringRange range = TABLE.rows().atLeast(LAST.of(from)).below(LAST.of(end));
    for (Iterator<Row> rows = store.scan(Scan.of(partition(shard), range)); rows.hasNext(); ) {
      Row row = rows.next();
      Instant at = row.get(CHOSEN);
      Wire.read(row.get(CHOICES).toArray(), Page.class)
          .choices
          .forEach(
              (position, choice) -> found.put(Long.parseLong(position), new Timed(choice, at)));
    }
    return found;
  }

  /** A choice, and the time at which it was made. */
  record Timed(Choice choice, Instant at) {}
}
