package io.messina.messaging.track;

import io.messina.api.Wire;
import io.messina.api.message.MessageEvent;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A row for each event of a message, under its position in the history, with the event's bytes. A
 * repeated write is the same.
 */
final class MessageTable {

  private static final Column<String> MESSAGE = Column.ofText("message");
  private static final Column<Long> POSITION = Column.ofLong("position");
  private static final Column<Bytes> EVENT = Column.ofBytes("event");

  /** The time for which a message can be looked up after an event, or after it leaves. */
  static final Duration KEPT = Duration.ofDays(90);

  /** The table. */
  static final Table TABLE =
      Table.plain("messages")
          .partitionedBy(MESSAGE)
          .clusteredBy(POSITION)
          .columns(EVENT)
          .expiring(KEPT)
          .appendOnly()
          .build();

  /** The bound of rows that are read; further ones are repeated receipts. */
  private static final int ROWS_MAX = 1_000;

  private MessageTable() {}

  static PlainBatch batch(TrackedEvent followed) {
    StoredEvent stored = followed.stored();
    PartitionKey partition = TABLE.partition(MESSAGE.of(followed.message()));
    Row row =
        Row.of(
            partition.row(POSITION.of(stored.id().position().packed())),
            EVENT.of(stored.event().payload()));
    return PlainBatch.in(partition, Micros.of(stored.appendTime()))
        .put(row, followed.until())
        .build();
  }

  /** Reads the events of a message, in their order. */
  static List<MessageEvent> events(Store store, String message) {
    List<MessageEvent> events = new ArrayList<>();
    store
        .scan(Scan.of(TABLE.partition(MESSAGE.of(message))).first(ROWS_MAX))
        .forEachRemaining(
            row -> events.add(Wire.read(row.get(EVENT).toArray(), MessageEvent.class)));
    return MessageHistory.inOrder(MessageHistory.firsts(events));
  }
}
