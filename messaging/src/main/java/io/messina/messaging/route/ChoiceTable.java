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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
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

  /** The JSON in a row. */
  private record Stored(long since, List<Alike> alike) {}

  /** Events with the same choice, by their packed positions. */
  private record Alike(Choice choice, List<Long> positions) {}

  private static PartitionKey partition(ShardId shard) {
    return TABLE.partition(STREAM.of(shard.stream().toString()), SHARD.of(shard.number()));
  }

  static void write(Store store, ShardId shard, ChosenPage page, long timestampMicros) {
    Map<Choice, List<Long>> positions = new LinkedHashMap<>();
    page.choices()
        .forEach(
            (position, choice) ->
                positions.computeIfAbsent(choice, _ -> new ArrayList<>()).add(position));
    List<Alike> alike = new ArrayList<>();
    positions.forEach((choice, some) -> alike.add(new Alike(choice, some)));
    PartitionKey partition = partition(shard);
    Row row =
        Row.of(
            partition.row(LAST.of(page.last())),
            CHOSEN.of(page.at()),
            CHOICES.of(Bytes.utf8(Wire.write(new Stored(page.since(), alike)))));
    store.write(PlainBatch.in(partition, timestampMicros).put(row, page.at().plus(KEPT)).build());
  }

  /**
   * Reads the pages that count, from a position on, up to the end of one of them. A row that was
   * written, but did not come to count, begins or ends elsewhere, and is passed over.
   *
   * @return in their order, without gaps; one without choices for events whose row has expired
   */
  static List<ChosenPage> read(Store store, ShardId shard, long from, long end) {
    Map<Long, ChosenPage> rows = new HashMap<>();
    ClusteringRange range = TABLE.rows().atLeast(LAST.of(from)).below(LAST.of(end));
    store
        .scan(Scan.of(partition(shard), range))
        .forEachRemaining(row -> rows.put(row.key().get(LAST), page(row)));
    LinkedList<ChosenPage> found = new LinkedList<>();
    for (long rest = end; rest > from; ) {
      ChosenPage page =
          rows.getOrDefault(rest - 1, new ChosenPage(from, rest - 1, Instant.EPOCH, Map.of()));
      found.addFirst(page);
      rest = page.since();
    }
    return found;
  }

  private static ChosenPage page(Row row) {
    Stored stored = Wire.read(row.get(CHOICES).toArray(), Stored.class);
    Map<Long, Choice> choices = new HashMap<>();
    for (Alike each : stored.alike) {
      each.positions.forEach(position -> choices.put(position, each.choice));
    }
    return new ChosenPage(stored.since, row.key().get(LAST), row.get(CHOSEN), choices);
  }
}
