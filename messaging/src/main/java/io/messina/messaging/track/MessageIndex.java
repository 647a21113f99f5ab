package io.messina.messaging.track;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageQuery;
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
import java.util.List;
import java.util.Optional;

/** The messages of a campaign, and those to a recipient, in the order of their ids. */
public final class MessageIndex {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> FIELD = Column.ofText("field");
  private static final Column<String> CONTENT = Column.ofText("content");
  private static final Column<String> MESSAGE = Column.ofText("message");
  private static final Column<Instant> SEEN = Column.ofInstant("seen");

  /** The table. */
  public static final Table TABLE =
      Table.plain("message_index")
          .partitionedBy(ACCOUNT, FIELD, CONTENT)
          .clusteredBy(MESSAGE)
          .columns(SEEN)
          .expiring(MessageTable.KEPT)
          .build();

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

  static void write(Store store, MessageEvent first, Instant now, long timestampMicros) {
    write(store, By.TO, first.recipient().to(), first, now, timestampMicros);
    first
        .recipient()
        .campaign()
        .ifPresent(name -> write(store, By.CAMPAIGN, name, first, now, timestampMicros));
  }

  private static void write(
      Store store, By by, String content, MessageEvent first, Instant now, long timestampMicros) {
    PartitionKey partition = partition(first.recipient().account(), by, content);
    Row row = Row.of(partition.row(MESSAGE.of(first.message())), SEEN.of(first.at()));
    Instant until = now.plus(MessageTable.KEPT);
    store.write(PlainBatch.in(partition, timestampMicros).put(row, until).build());
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
