package io.messina.messaging.accept;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The decisions for the keys of messages: a partition for each key of an account, with a row for
 * each attempt to append a message under it. A node writes its row first, then reads the others,
 * and continues only if all rows have the same decision: of two nodes with different messages or
 * times for one key at the same moment, at most one continues, as the node that reads last sees the
 * row of the other. A row is written before its message; only the streams know whether the message
 * was stored. A row outlives its key, so that a key that is used again after its 24 hours gets
 * another id than the message that may still be looked up.
 */
final class MessageKeyTable {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> KEY = Column.ofText("idempotency_key");
  private static final Column<String> ATTEMPT = Column.ofText("attempt");
  private static final Column<Bytes> DECISION = Column.ofBytes("decision");

  /**
   * Longer than usage is counted, from when a message leaves: a second message under its id would
   * not be counted.
   */
  private static final Duration KEPT = Duration.ofDays(620);

  /** For how long most rows are kept, as databases lay them out; a row may outlive it. */
  private static final Duration LIFETIME = Duration.ofDays(100);

  /** The table. */
  static final Table TABLE =
      Table.plain("message_keys")
          .partitionedBy(ACCOUNT, KEY)
          .clusteredBy(ATTEMPT)
          .columns(DECISION)
          .expiring(LIFETIME)
          .build();

  private MessageKeyTable() {}

  /** A key of an account. */
  record AccountKey(AccountName account, String key) {

    private PartitionKey partition() {
      return TABLE.partition(ACCOUNT.of(account.value()), KEY.of(key));
    }

    private RowKey row(String attempt) {
      return partition().row(ATTEMPT.of(attempt));
    }
  }

  /** Returns the decisions for a key, the oldest first. */
  static List<Decision> find(Store store, AccountKey accountKey) {
    List<Decision> found = new ArrayList<>();
    store.scan(Scan.of(accountKey.partition())).forEachRemaining(row -> found.add(read(row)));
    found.sort(Comparator.comparing(Decision::since));
    return found;
  }

  /**
   * Writes a row.
   *
   * @param attempt a unique name
   */
  static void write(
      Store store, AccountKey accountKey, String attempt, Decision decision, long timestampMicros) {
    Row row = Row.of(accountKey.row(attempt), DECISION.of(Bytes.utf8(Wire.write(decision))));
    Instant end = decision.due().orElse(decision.since()).plus(KEPT).truncatedTo(ChronoUnit.MILLIS);
    store.write(PlainBatch.in(accountKey.partition(), timestampMicros).put(row, end).build());
  }

  /** Deletes one row. */
  static void delete(Store store, AccountKey accountKey, String attempt, long timestampMicros) {
    store.write(
        PlainBatch.in(accountKey.partition(), timestampMicros)
            .delete(accountKey.row(attempt))
            .build());
  }

  /** Deletes all rows that say the same. */
  static void delete(Store store, AccountKey accountKey, Decision decision, long timestampMicros) {
    store
        .scan(Scan.of(accountKey.partition()))
        .forEachRemaining(
            row -> {
              if (read(row).isSame(decision)) {
                delete(store, accountKey, row.get(ATTEMPT), timestampMicros);
              }
            });
  }

  private static Decision read(Row row) {
    return Wire.read(row.get(DECISION).toArray(), Decision.class);
  }
}
