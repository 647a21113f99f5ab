package io.messina.messaging.track;

import io.messina.api.Wire;
import io.messina.api.message.MessageEvent;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A row for each message, with all that happened to it. Written by the owner of the message's shard
 * of the stream of events, with the timestamps of its ownership.
 */
public final class MessageTable {

  private static final Column<String> MESSAGE = Column.ofText("message");
  private static final Column<String> PART = Column.ofText("part");
  private static final Column<Bytes> EVENTS = Column.ofBytes("events");
  private static final String ALL = "events";

  /** How long a message can be looked at after the last thing that happened. */
  static final Duration KEPT = Duration.ofDays(90);

  /** The table. */
  public static final Table TABLE =
      Table.plain("messages")
          .partitionedBy(MESSAGE)
          .clusteredBy(PART)
          .columns(EVENTS)
          .expiring(KEPT)
          .build();

  private MessageTable() {}

  /** What a row holds. */
  record Kept(List<MessageEvent> events) {}

  static RowKey key(String message) {
    return TABLE.partition(MESSAGE.of(message)).row(PART.of(ALL));
  }

  static void write(
      Store store, String message, List<MessageEvent> events, Instant now, long timestampMicros) {
    PartitionKey partition = TABLE.partition(MESSAGE.of(message));
    Row row = Row.of(key(message), EVENTS.of(Bytes.utf8(Wire.write(new Kept(events)))));
    store.write(PlainBatch.in(partition, timestampMicros).put(row, now.plus(KEPT)).build());
  }

  static List<MessageEvent> events(Optional<Row> row) {
    return row.map(found -> Wire.read(found.get(EVENTS).toArray(), Kept.class).events())
        .orElse(List.of());
  }
}
