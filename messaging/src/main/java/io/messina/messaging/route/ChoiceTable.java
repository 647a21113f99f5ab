package io.messina.messaging.route;

import com.fasterxml.jackson.annotation.JsonInclude;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

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
   * The JSON in a row.
   *
   * @param since absent in rows of earlier versions
   * @param choices by position, in rows of earlier versions only
   */
  private record Stored(
      Optional<Long> since,
      List<Alike> alike,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Long, Choice> choices) {}

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
            CHOICES.of(
                Bytes.utf8(Wire.write(new Stored(Optional.of(page.since()), alike, Map.of())))));
    store.write(PlainBatch.in(partition, timestampMicros).put(row, page.at().plus(KEPT)).build());
  }

  /**
   * Reads the pages that count, from a position on, up to the end of one of them. A row that was
   * written, but did not come to count, begins or ends elsewhere, and is passed over.
   *
   * @return in their order, without gaps; one without choices for events whose row has expired
   */
  static List<ChosenPage> read(Store store, ShardId shard, long from, long end) {
    NavigableMap<Long, ChosenPage> byEnd = new TreeMap<>();
    ClusteringRange range = TABLE.rows().atLeast(LAST.of(from)).below(LAST.of(end));
    store
        .scan(Scan.of(partition(shard), range))
        .forEachRemaining(
            row -> {
              ChosenPage page = page(row, byEnd.navigableKeySet(), from);
              byEnd.put(page.end(), page);
            });
    List<ChosenPage> backwards = new ArrayList<>();
    for (long rest = end; rest > from; ) {
      ChosenPage page =
          byEnd.getOrDefault(rest, new ChosenPage(from, rest - 1, Instant.EPOCH, Map.of(), false));
      backwards.add(page);
      rest = page.since();
    }
    return backwards.reversed();
  }

  /**
   * Reads a row. One of an earlier version begins where the one before it ends.
   *
   * @param ends of the rows before
   */
  private static ChosenPage page(Row row, NavigableSet<Long> ends, long from) {
    Stored stored = Wire.read(row.get(CHOICES).toArray(), Stored.class);
    Map<Long, Choice> choices = new HashMap<>(stored.choices);
    for (Alike each : stored.alike) {
      each.positions.forEach(position -> choices.put(position, each.choice));
    }
    long since =
        stored.since.orElseGet(
            () -> Objects.requireNonNullElse(ends.floor(Collections.min(choices.keySet())), from));
    return new ChosenPage(
        since, row.key().get(LAST), row.get(CHOSEN), choices, stored.since.isPresent());
  }
}
