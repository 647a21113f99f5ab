package io.messina.messaging.accept;

import io.messina.api.message.AccountName;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The number of messages of an account that each process has accepted on a day. */
final class QuotaTable {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> DAY = Column.ofText("day");
  private static final Column<String> WRITER = Column.ofText("writer");
  private static final Column<Long> COUNT = Column.ofLong("count");
  private static final Column<Instant> AT = Column.ofInstant("at");
  private static final Duration KEPT = Duration.ofDays(3);

  /** The table. */
  static final Table TABLE =
      Table.plain("message_quotas")
          .partitionedBy(ACCOUNT, DAY)
          .clusteredBy(WRITER)
          .columns(COUNT, AT)
          .expiring(KEPT)
          .build();

  private QuotaTable() {}

  /**
   * The count of one process.
   *
   * @param at the time of the write
   */
  record Published(String writer, long count, Instant at) {}

  private static PartitionKey partition(AccountName account, LocalDate day) {
    return TABLE.partition(ACCOUNT.of(account.value()), DAY.of(day.toString()));
  }

  static List<Published> read(Store store, AccountName account, LocalDate day) {
    List<Published> all = new ArrayList<>();
    store
        .scan(Scan.of(partition(account, day)))
        .forEachRemaining(
            row -> all.add(new Published(row.get(WRITER), row.get(COUNT), row.get(AT))));
    return all;
  }

  static void write(
      Store store, AccountName account, LocalDate day, Published published, long timestampMicros) {
    PartitionKey partition = partition(account, day);
    Row row =
        Row.of(
            partition.row(WRITER.of(published.writer)),
            COUNT.of(published.count),
            AT.of(published.at));
    Instant end = day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(KEPT);
    store.write(PlainBatch.in(partition, timestampMicros).put(row, end).build());
  }
}
