package io.messina.messaging.track;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.MessageRecipient;
import io.messina.runtime.Parts;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The messages of a campaign, and those to a recipient, in the order of their ids. */
final class MessageIndex {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> FIELD = Column.ofText("field");
  private static final Column<String> CONTENT = Column.ofText("content");
  private static final Column<String> MESSAGE = Column.ofText("message");
  private static final Column<Instant> SEEN = Column.ofInstant("seen");

  /** The table. */
  static final Table TABLE =
      Table.plain("message_index")
          .partitionedBy(ACCOUNT, FIELD, CONTENT)
          .clusteredBy(MESSAGE)
          .columns(SEEN)
          .expiring(MessageTable.KEPT)
          .build();

  /** The bound of rows in one batch. */
  private static final int ROWS_MAX = 100;

  private MessageIndex() {}

  private enum By {
    /** The campaign. */
    CAMPAIGN,
    /** The recipient. */
    TO
  }

  private static PartitionKey partition(AccountName account, By by, String content) {
    return TABLE.partition(ACCOUNT.of(account.value()), FIELD.of(by.name()), CONTENT.of(content));
  }

  /**
   * Indexes messages, the rows of one campaign together.
   *
   * @param messages an event of each
   * @param timestampsMicros gives each write its own
   */
  static List<PlainBatch> batches(List<TrackedEvent> messages, LongSupplier timestampsMicros) {
    Map<PartitionKey, List<TrackedEvent>> partitions = new LinkedHashMap<>();
    for (TrackedEvent followed : messages) {
      MessageRecipient recipient = followed.event().recipient();
      AccountName account = recipient.account();
      partitions
          .computeIfAbsent(partition(account, By.TO, recipient.to()), _ -> new ArrayList<>())
          .add(followed);
      recipient
          .campaign()
          .map(campaign -> partition(account, By.CAMPAIGN, campaign))
          .ifPresent(key -> partitions.computeIfAbsent(key, _ -> new ArrayList<>()).add(followed));
    }
    List<PlainBatch> batches = new ArrayList<>();
    partitions.forEach(
        (partition, rows) -> {
          for (List<TrackedEvent> part : Parts.of(rows, ROWS_MAX)) {
            PlainBatch.Builder batch = PlainBatch.in(partition, timestampsMicros.getAsLong());
            part.forEach(followed -> batch.put(row(partition, followed), followed.until()));
            batches.add(batch.build());
          }
        });
    return batches;
  }

  private static Row row(PartitionKey partition, TrackedEvent followed) {
    return Row.of(partition.row(MESSAGE.of(followed.message())), SEEN.of(followed.event().at()));
  }

  /** Reads ids of messages, behind one of them. */
  static List<String> read(Store store, MessageQuery query, Optional<String> after, int limit) {
    PartitionKey partition =
        query
            .campaign()
            .map(campaign -> partition(query.account(), By.CAMPAIGN, campaign))
            .or(() -> query.to().map(to -> partition(query.account(), By.TO, to)))
            .orElseThrow();
    ClusteringRange range =
        after.map(id -> TABLE.rows().above(MESSAGE.of(id))).orElseGet(TABLE::rows);
    List<String> found = new ArrayList<>();
    Iterator<Row> rows = store.scan(Scan.of(partition, range).first(limit));
    rows.forEachRemaining(row -> found.add(row.key().get(MESSAGE)));
    return found;
  }
}
