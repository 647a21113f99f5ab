package io.messina.store.cql;

import static io.messina.store.cql.TablesForTests.NAME;
import static io.messina.store.cql.TablesForTests.ROWS;
import static io.messina.store.cql.TablesForTests.SEQUENCE;
import static io.messina.store.cql.TablesForTests.SHARDS;
import static io.messina.store.cql.TablesForTests.freshName;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * At which consistency reads are sent. One node answers all of them alike; several may have a
 * fenced write that was acknowledged and is not everywhere yet, which only a serial read completes.
 */
final class ReadConsistencyTest {

  private final Queue<ConsistencyLevel> asked = new ConcurrentLinkedQueue<>();
  private final CqlOptions options = KeyspaceForTests.options();
  private CqlSession session;
  private KeyspaceTables tables;

  @BeforeEach
  void open() {
    try (CqlStore store = CqlStore.open(options, InstantSource.system())) {
      List.of(ROWS, SHARDS).forEach(store::create);
    }
    session = CqlSessions.open(options);
    tables =
        new KeyspaceTables(
            options.keyspace(), new Requests(listening(), options.requestTimeout(), Set.of()));
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void of_a_fenced_table_everything_is_read_serially() {
    PartitionKey shard = SHARDS.partition(NAME.of(freshName()));
    assertThat(fence(shard, RowReads.SERIAL)).isEmpty();
    read(shard.row(SEQUENCE.of(1L)));
    assertThat(asked).hasSize(3).containsOnly(ConsistencyLevel.LOCAL_SERIAL);
  }

  @Test
  void a_look_at_a_fence_is_a_read_at_a_quorum() {
    assertThat(fence(SHARDS.partition(NAME.of(freshName())), RowReads.PLAIN)).isEmpty();
    assertThat(asked).containsExactly(ConsistencyLevel.LOCAL_QUORUM);
  }

  private Optional<StaticRow> fence(PartitionKey shard, ConsistencyLevel level) {
    return tables.use(SHARDS, open -> RowReads.getStatic(open, shard, level));
  }

  @Test
  void of_a_plain_table_everything_is_read_at_a_quorum() {
    read(ROWS.partition(NAME.of(freshName())).row(SEQUENCE.of(1L)));
    assertThat(asked).hasSize(2).containsOnly(ConsistencyLevel.LOCAL_QUORUM);
  }

  private void read(RowKey row) {
    Optional<Row> found = tables.use(row.table(), open -> RowReads.get(open, row, Instant.EPOCH));
    assertThat(found).isEmpty();
    Scan scan = Scan.of(row.partition());
    ScanQuery query = new ScanQuery(scan, InstantSource.system());
    assertThat(new PageCursor<>(tables, scan.table(), scan.limit(), query)).isExhausted();
  }

  private CqlSession listening() {
    return (CqlSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (_, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof BoundStatement statement) {
                asked.add(statement.getConsistencyLevel());
              }
              try {
                return method.invoke(session, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
