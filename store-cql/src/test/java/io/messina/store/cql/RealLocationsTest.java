package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import io.messina.cassandra.CassandraForTests;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocations;
import io.messina.store.Table;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is worked out here, a real database says too. */
final class RealLocationsTest {

  private static final CassandraForTests DATABASE = CassandraForTests.shared();
  private static final CqlOptions OPTIONS =
      CqlOptions.of(List.of(DATABASE.contactPoint()), "location_test", DATABASE.datacenter())
          .withReplication(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Column<String> TEXT = Column.ofText("a");
  private static final Column<Bytes> BYTES = Column.ofBytes("b");
  private static final Column<Integer> INT = Column.ofInt("c");
  private static final Column<Long> LONG = Column.ofLong("d");
  private static final Column<Boolean> BOOLEAN = Column.ofBoolean("e");
  private static final Column<Instant> INSTANT = Column.ofInstant("f");
  private static final Column<UUID> ID = Column.ofUuid("g");
  private static final Table ONE = Table.plain("one").partitionedBy(TEXT).build();
  private static final Table ALL =
      Table.plain("all_types").partitionedBy(TEXT, BYTES, INT, LONG, BOOLEAN, INSTANT, ID).build();

  @Test
  void tokens_and_nodes_are_those_of_the_database() {
    try (CqlSession session = CqlSessions.open(OPTIONS)) {
      make(session);
      try {
        compare(session, ONE.partition(TEXT.of("zażółć")), "one", "zażółć");
        compare(
            session,
            ALL.partition(
                TEXT.of(""),
                BYTES.of(Bytes.wrap(new byte[] {0, -1, 7})),
                INT.of(-5),
                LONG.of(1L << 40),
                BOOLEAN.of(true),
                INSTANT.of(Instant.ofEpochMilli(-1)),
                ID.of(new UUID(1, 2))),
            "all_types",
            "",
            ByteBuffer.wrap(new byte[] {0, -1, 7}),
            -5,
            1L << 40,
            true,
            Instant.ofEpochMilli(-1),
            new UUID(1, 2));
      } finally {
        run(session, "DROP KEYSPACE location_test");
      }
    }
  }

  private static void compare(
      CqlSession session, PartitionKey key, String table, Object... values) {
    String columns = values.length == 1 ? "a" : "a, b, c, d, e, f, g";
    String places = "?, ".repeat(values.length - 1) + "?";
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO location_test." + table + " (" + columns + ") VALUES (" + places + ")");
    session.execute(insert.bind(values).setTimeout(PATIENCE));
    Row row =
        Objects.requireNonNull(
            session.execute("SELECT token(" + columns + ") FROM location_test." + table).one());
    TokenMap tokens = session.getMetadata().getTokenMap().orElseThrow();
    PartitionLocations locations = ClusterLocations.of(session, OPTIONS, false);

    assertThat(tokens.format(tokens.newToken(KeyParts.of(key))))
        .isEqualTo(String.valueOf(row.getLong(0)));
    assertThat(locations.find(key).orElseThrow().replicas())
        .hasSize(1)
        .isSubsetOf(locations.homes());
  }

  private static void make(CqlSession session) {
    run(session, "DROP KEYSPACE IF EXISTS location_test");
    run(
        session,
        "CREATE KEYSPACE location_test WITH replication = "
            + Map.of("'class'", "'NetworkTopologyStrategy'", "'" + OPTIONS.datacenter() + "'", "1")
                .toString()
                .replace('=', ':'));
    run(session, "CREATE TABLE location_test.one (a text PRIMARY KEY)");
    run(
        session,
        "CREATE TABLE location_test.all_types (a text, b blob, c int, d bigint, e boolean, f"
            + " timestamp, g uuid, PRIMARY KEY ((a, b, c, d, e, f, g)))");
  }

  private static void run(CqlSession session, String statement) {
    session.execute(SimpleStatement.newInstance(statement).setTimeout(PATIENCE));
  }
}
