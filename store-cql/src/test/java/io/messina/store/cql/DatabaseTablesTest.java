package io.messina.store.cql;

import static io.messina.store.cql.TablesForTests.NAME;
import static io.messina.store.cql.TablesForTests.PAYLOAD;
import static io.messina.store.cql.TablesForTests.ROWS;
import static io.messina.store.cql.TablesForTests.SEQUENCE;
import static io.messina.store.cql.TablesForTests.SHARDS;
import static io.messina.store.cql.TablesForTests.fence;
import static io.messina.store.cql.TablesForTests.freshName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.messina.store.Bytes;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import io.messina.testkit.TcpProxy;
import io.messina.testkit.TcpProxy.Direction;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What stands in the database, and what becomes of tables that change there. */
final class DatabaseTablesTest {

  private static final int DAY = 24 * 60 * 60;

  private static CqlOptions options;
  private static CqlSession session;
  private static CqlStore store;

  private final Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);

  @BeforeAll
  static void open() {
    options = KeyspaceForTests.options();
    session = CqlSessions.open(options);
    store = CqlStore.open(options, InstantSource.system());
    List.of(ROWS, SHARDS).forEach(store::create);
  }

  @AfterAll
  static void close() {
    store.close();
    session.close();
  }

  @Test
  void a_row_is_collected_a_day_after_its_expiry_or_where_the_database_has_no_such_day_never() {
    PartitionKey partition = ROWS.partition(NAME.of(freshName()));
    put(partition, 1, now.plusSeconds(3_600));
    put(partition, 2, Instant.parse("2049-05-01T00:00:00Z"));

    assertThat(timeToLive(partition, 1)).isBetween(DAY, DAY + 3_601);
    assertThat(timeToLive(partition, 2)).isNull();
    assertThat(store.get(partition.row(SEQUENCE.of(2L)))).isPresent();
  }

  @Test
  void rows_and_fences_are_read_in_cql_as_they_are() {
    PartitionKey partition = ROWS.partition(NAME.of(freshName()));
    put(partition, 1, now.plusSeconds(3_600));
    PartitionKey shard = SHARDS.partition(NAME.of(freshName()));
    store.writeIf(FencedBatch.first(fence(1), shard).build());

    assertThat(one("SELECT expires_at FROM %s WHERE name = ?", partition).getInstant(0))
        .isEqualTo(now.plusSeconds(3_600));
    assertThat(one("SELECT fence FROM %s WHERE name = ?", shard).getString(0))
        .isEqualTo(fence(1).toString());
  }

  @Test
  void pages_are_of_few_megabytes_although_large_rows_follow_small_ones() throws IOException {
    PartitionKey partition = ROWS.partition(NAME.of(freshName()));
    long small = 206; // the third page ends with a few large ones
    long rows = small + 40;
    for (long i = 0; i < rows; i++) {
      put(partition, i, new byte[i < small ? 10 : 1 << 20]);
    }
    try (TcpProxy proxy = TcpProxy.to(options.contactPoints().getFirst());
        CqlStore reader =
            CqlStore.open(
                CqlOptions.of(List.of(proxy.address()), options.keyspace(), options.datacenter())
                    .withReplication(options.replication()),
                InstantSource.system())) {
      assertThat(largestStep(proxy, reader.scan(Scan.of(partition)), rows))
          .isBetween(1L << 20, 8L << 20);
    }
  }

  @Test
  void a_table_that_is_dropped_is_missing_until_it_is_created_again() {
    Table table = Table.plain("dropped").partitionedBy(NAME).columns(PAYLOAD).build();
    Row row = Row.of(table.partition(NAME.of("a")).row(), PAYLOAD.of(Bytes.utf8("text")));
    PlainBatch batch = PlainBatch.in(row.key().partition(), 1).put(row).build();
    store.create(table);
    store.write(batch);

    session.execute("DROP TABLE " + options.keyspace() + ".dropped");

    assertThatThrownBy(() -> store.write(batch))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.TABLE_MISSING));
    store.create(table);
    store.write(batch);
    assertThat(store.get(row.key())).contains(row);
  }

  @Test
  void a_refusal_while_the_table_is_there_is_to_be_tried_again() {
    try (CqlSession own = CqlSessions.open(options);
        Requests requests = new Requests(own, options.requestTimeout(), Set.of())) {
      KeyspaceTables tables = new KeyspaceTables(options.keyspace(), requests);
      for (RuntimeException refusal :
          List.of(
              new InvalidQueryException(NodeForTests.NODE, "unconfigured table fault_rows"),
              new UnauthorizedException(NodeForTests.NODE, "User has no SELECT permission"))) {
        assertThatThrownBy(() -> tables.use(ROWS, _ -> fail(refusal)))
            .isInstanceOf(StoreUnavailableException.class)
            .hasCause(refusal);
      }
      InvalidQueryException tooLarge =
          new InvalidQueryException(
              NodeForTests.NODE, "CQL Message of size 9 exceeds allowed maximum");
      assertThatThrownBy(() -> tables.use(ROWS, _ -> fail(tooLarge)))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.LIMIT_EXCEEDED));
    }
  }

  @Test
  void many_stores_make_the_same_tables_at_once() throws Exception {
    List<Table> tables = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      tables.add(Table.plain("made_by_many_" + i).partitionedBy(NAME).columns(PAYLOAD).build());
    }
    try (CqlStore other = CqlStore.open(options, InstantSource.system());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Boolean>> creations = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Table table = tables.get(i % tables.size());
        CqlStore creating = i % 3 == 0 ? other : store;
        creations.add(
            () -> {
              creating.create(table);
              return creating.get(table.partition(NAME.of("none")).row()).isEmpty();
            });
      }
      for (Future<Boolean> creation : threads.invokeAll(creations)) {
        assertThat(creation.get()).isTrue();
      }
    }
  }

  private static OpenTable fail(RuntimeException refusal) {
    throw refusal;
  }

  private static long largestStep(TcpProxy proxy, Iterator<Row> rows, long expectedRows) {
    long largest = 0;
    long count = 0;
    long before = proxy.bytes(Direction.BACK);
    while (rows.hasNext()) {
      long after = proxy.bytes(Direction.BACK);
      largest = Math.max(largest, after - before);
      before = after;
      rows.next();
      count++;
    }
    assertThat(count).isEqualTo(expectedRows);
    return largest;
  }

  private static void put(PartitionKey partition, long sequence, Instant expiresAt) {
    Row row = Row.of(partition.row(SEQUENCE.of(sequence)), PAYLOAD.of(Bytes.utf8("text")));
    store.write(PlainBatch.in(partition, 1).put(row, expiresAt).build());
  }

  private static void put(PartitionKey partition, long sequence, byte[] payload) {
    Row row = Row.of(partition.row(SEQUENCE.of(sequence)), PAYLOAD.of(Bytes.wrap(payload)));
    store.write(PlainBatch.in(partition, 1).put(row).build());
  }

  private static @Nullable Integer timeToLive(PartitionKey partition, long sequence) {
    return only(SimpleStatement.newInstance(
            "SELECT TTL(payload) FROM " + name(ROWS) + " WHERE name = ? AND sequence = ?",
            partition.get(NAME),
            sequence))
        .get(0, Integer.class);
  }

  private static com.datastax.oss.driver.api.core.cql.Row one(
      String query, PartitionKey partition) {
    return only(
        SimpleStatement.newInstance(query.formatted(name(partition.table())), partition.get(NAME)));
  }

  private static com.datastax.oss.driver.api.core.cql.Row only(SimpleStatement statement) {
    return Objects.requireNonNull(session.execute(statement).one());
  }

  private static String name(Table table) {
    return options.keyspace() + "." + table.name();
  }
}
