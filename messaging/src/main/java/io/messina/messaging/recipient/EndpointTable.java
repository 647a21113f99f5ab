package io.messina.messaging.recipient;

import io.messina.api.message.AccountName;
import io.messina.api.message.report.EndpointReport;
import io.messina.store.ClusteringRange;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The failing endpoints of each account; a healthy endpoint has no row. */
final class EndpointTable {

  private static final Column<String> ACCOUNT = Column.ofText("account");
  private static final Column<String> URL = Column.ofText("url");
  private static final Column<Instant> FAILING_SINCE = Column.ofInstant("failing_since");
  private static final Column<Instant> LAST_FAILURE = Column.ofInstant("last_failure");
  private static final Column<String> REASON = Column.ofText("reason");

  /** An endpoint to which nothing was sent for so long is forgotten. */
  private static final Duration KEPT = Duration.ofDays(30);

  /** The table. */
  static final Table TABLE =
      Table.plain("message_endpoints")
          .partitionedBy(ACCOUNT)
          .clusteredBy(URL)
          .columns(FAILING_SINCE, LAST_FAILURE, REASON)
          .expiring(KEPT)
          .build();

  private EndpointTable() {}

  private static PartitionKey partition(AccountName account) {
    return TABLE.partition(ACCOUNT.of(account.value()));
  }

  private static RowKey key(AccountName account, String url) {
    return partition(account).row(URL.of(url));
  }

  static void write(Store store, AccountName account, EndpointReport endpoint, long micros) {
    Row row =
        Row.of(
            key(account, endpoint.url()),
            FAILING_SINCE.of(endpoint.failingSince()),
            LAST_FAILURE.of(endpoint.lastFailure()),
            REASON.of(endpoint.reason()));
    Instant until = endpoint.lastFailure().plus(KEPT);
    store.write(PlainBatch.in(partition(account), micros).put(row, until).build());
  }

  static void delete(Store store, AccountName account, String url, long micros) {
    store.write(PlainBatch.in(partition(account), micros).delete(key(account, url)).build());
  }

  static Optional<EndpointReport> find(Store store, AccountName account, String url) {
    return store.get(key(account, url)).map(EndpointTable::report);
  }

  static List<EndpointReport> read(
      Store store, AccountName account, Optional<String> after, int limit) {
    ClusteringRange range =
        after.map(url -> TABLE.rows().above(URL.of(url))).orElseGet(TABLE::rows);
    List<EndpointReport> found = new ArrayList<>();
    store
        .scan(Scan.of(partition(account), range).first(limit))
        .forEachRemaining(row -> found.add(report(row)));
    return found;
  }

  private static EndpointReport report(Row row) {
    return new EndpointReport(
        row.get(URL), row.get(FAILING_SINCE), row.get(LAST_FAILURE), row.get(REASON));
  }
}
