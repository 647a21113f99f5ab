package io.messina.messaging.send;

import io.messina.messaging.Message;
import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The uncertain messages that are sent again by themselves: by which definition of their connector,
 * and until when. Written before a message is handed out again, and read before its call, as it may
 * have waited until its provider does not recognise it any more, or until there is another one.
 */
final class RepeatTable {

  private static final Column<String> MESSAGE = Column.ofText("message");
  private static final Column<Integer> HOP = Column.ofInt("hop");
  private static final Column<Integer> GENERATION = Column.ofInt("generation");
  private static final Column<Instant> UNTIL = Column.ofInstant("until");

  /** Longer than any message stays in the stream of its connector. */
  private static final Duration KEPT = Duration.ofDays(40);

  /** The table. */
  static final Table TABLE =
      Table.plain("message_repeats")
          .partitionedBy(MESSAGE)
          .clusteredBy(HOP)
          .columns(GENERATION, UNTIL)
          .expiring(KEPT)
          .build();

  private RepeatTable() {}

  /**
   * The conditions of a repeat.
   *
   * @param generation of the definition of its connector
   * @param until the call must have ended by then
   */
  record Repeat(int generation, Instant until) {

    /** Whether a call that begins now is recognised as a repeat. */
    boolean isSafe(ConnectorInstance instance, Instant now) {
      return generation == instance.generation()
          && now.plus(instance.options().timeout()).isBefore(until);
    }
  }

  private static RowKey key(Message message) {
    return TABLE.partition(MESSAGE.of(message.id())).row(HOP.of(message.routing().hop()));
  }

  static void write(
      Store store, Message message, Repeat repeat, Instant now, long timestampMicros) {
    RowKey key = key(message);
    Row row = Row.of(key, GENERATION.of(repeat.generation), UNTIL.of(repeat.until));
    store.write(PlainBatch.in(key.partition(), timestampMicros).put(row, now.plus(KEPT)).build());
  }

  /**
   * Deletes the conditions, as a person has decided that the message is sent again even if the
   * provider does not recognise it.
   */
  static void delete(Store store, Message message, long timestampMicros) {
    RowKey key = key(message);
    store.write(PlainBatch.in(key.partition(), timestampMicros).delete(key).build());
  }

  static Optional<Repeat> find(Store store, Message message) {
    return store.get(key(message)).map(row -> new Repeat(row.get(GENERATION), row.get(UNTIL)));
  }
}
