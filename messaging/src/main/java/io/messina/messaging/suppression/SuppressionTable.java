package io.messina.messaging.suppression;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageRecipient;
import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Instant;
import java.util.Optional;

/** The recipients to whom an account sends nothing more by a channel. */
public final class SuppressionTable {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> CHANNEL = Column.ofText("channel");
  private static final Column<String> RECIPIENT = Column.ofText("recipient");
  private static final Column<String> KIND = Column.ofText("kind");
  private static final Column<Instant> SINCE = Column.ofInstant("since");

  /** The table. */
  public static final Table TABLE =
      Table.plain("message_suppressions")
          .partitionedBy(ACCOUNT, CHANNEL)
          .clusteredBy(RECIPIENT)
          .columns(KIND, SINCE)
          .build();

  private SuppressionTable() {}

  private static RowKey key(MessageRecipient recipient) {
    return TABLE
        .partition(
            ACCOUNT.of(recipient.account().value()), CHANNEL.of(recipient.channel().toString()))
        .row(RECIPIENT.of(recipient.to()));
  }

  /**
   * Writes that a recipient gets nothing more.
   *
   * @param store where
   * @param event why
   * @param timestampMicros of the write
   */
  public static void write(Store store, MessageEvent event, long timestampMicros) {
    RowKey key = key(event.recipient());
    Row row = Row.of(key, KIND.of(event.kind().toString()), SINCE.of(event.at()));
    store.write(PlainBatch.in(key.partition(), timestampMicros).put(row).build());
  }

  /**
   * Reads since when a recipient gets nothing more.
   *
   * @param store where
   * @param recipient of whose messages
   */
  public static Optional<Instant> since(Store store, MessageRecipient recipient) {
    return store.get(key(recipient)).map(row -> row.get(SINCE));
  }
}
