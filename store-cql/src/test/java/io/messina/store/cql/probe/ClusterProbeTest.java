package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.cassandra.CassandraForTests;
import io.messina.store.Column;
import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.store.cql.CqlSchema;
import io.messina.store.cql.probe.ClusterFinding.Grade;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a real database. */
final class ClusterProbeTest {

  private static final CassandraForTests DATABASE = CassandraForTests.shared();
  private static final CqlOptions OPTIONS =
      CqlOptions.of(List.of(DATABASE.contactPoint()), "probe_test", DATABASE.datacenter())
          .withReplication(1)
          .withRequestTimeout(Duration.ofSeconds(60));

  private static CqlSession session;

  @BeforeAll
  static void make_a_keyspace() {
    session = CqlSessions.open(OPTIONS);
    session.execute("DROP KEYSPACE IF EXISTS probe_test");
    session.execute(KeyspaceStatements.create(OPTIONS, probe(OPTIONS).examine().product()));
    session.execute(
        "CREATE TABLE probe_test.fenced (a text, b int, only_row boolean, fence text STATIC,"
            + " PRIMARY KEY ((a, b), only_row))");
  }

  @AfterAll
  static void drop_it() {
    session.execute("DROP KEYSPACE IF EXISTS probe_test");
    session.close();
  }

  @Test
  void a_good_cluster_is_usable_and_measured() {
    ClusterReport report = probe(OPTIONS).examineThoroughly(List.of());

    assertThat(report.findings())
        .extracting(ClusterFinding::what)
        .contains("nodes", "version", "keyspace", "replication", "rights", "clocks", "read", "lwt");
    assertThat(report.findings()).extracting(ClusterFinding::grade).doesNotContain(Grade.WRONG);
    report.requireUsable();
  }

  @Test
  void tables_that_are_missing_or_different_are_named() {
    Column<String> name = Column.ofText("a");
    List<Table> tables =
        List.of(
            Table.plain("nowhere").partitionedBy(name).build(),
            Table.fenced("fenced").partitionedBy(name).build());

    ClusterReport report = ClusterProbe.examineThoroughly(OPTIONS, tables);

    assertThat(report.findings())
        .filteredOn(finding -> finding.what().equals("tables"))
        .extracting(ClusterFinding::found)
        .containsExactly(
            "table probe_test.fenced is of another version or of somebody else",
            "missing: nowhere");
  }

  @Test
  void tables_with_other_options_than_those_that_messina_makes_are_told() {
    Column<String> name = Column.ofText("a");
    Table items = Table.plain("items").partitionedBy(name).build();
    Table log =
        Table.plain("log_made")
            .partitionedBy(name)
            .clusteredBy(Column.ofLong("b"))
            .appendOnly()
            .expiring(Duration.ofDays(1))
            .build();
    List<Table> tables = List.of(items, log);
    DatabaseProduct.Kind kind = probe(OPTIONS).examine().product().kind();
    try {
      tables.forEach(it -> session.execute(CqlSchema.createTable("probe_test", it, kind)));
      assertThat(tableOptions(tables)).isEmpty();
      session.execute("ALTER TABLE probe_test.items WITH gc_grace_seconds = 60");
      session.execute(
          "ALTER TABLE probe_test.log_made WITH compaction = {'class':"
              + " 'SizeTieredCompactionStrategy'}");
      assertThat(tableOptions(tables))
          .hasSize(2)
          .anyMatch(it -> it.startsWith("table probe_test.items forgets deletes after 60 s"))
          .anyMatch(it -> it.startsWith("table probe_test.log_made is compacted by SizeTiered"));
    } finally {
      tables.forEach(it -> session.execute("DROP TABLE IF EXISTS probe_test." + it.name()));
    }
  }

  private static List<String> tableOptions(List<Table> tables) {
    return ClusterProbe.examineThoroughly(OPTIONS, tables).findings().stream()
        .filter(finding -> finding.what().equals("table options"))
        .map(ClusterFinding::sentence)
        .toList();
  }

  @Test
  void the_limits_are_those_of_the_nodes() {
    ClusterReport report = probe(OPTIONS).examine();

    assertThat(report.limits().frameBytesMax()).isBetween(4L << 20, 16L << 20);
    if (!DATABASE.isExternal()) {
      assertThat(report.limits().mutationBytesMax()).isEqualTo(8L << 20);
      assertThat(report.product())
          .isEqualTo(new DatabaseProduct(DatabaseProduct.Kind.CASSANDRA, "5.0.9"));
    }
  }

  @Test
  void a_missing_keyspace_is_told_with_the_statement_that_makes_it() {
    CqlOptions missing = OPTIONS.withKeyspace("probe_missing").withReplication(3);

    ClusterReport report = probe(missing).examine();

    assertThat(report.isUsable()).isFalse();
    assertThatThrownBy(report::requireUsable)
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.MISCONFIGURED))
        .hasMessageStartingWith(
            "there is no keyspace probe_missing: make it by 'messina schema apply', or by: CREATE"
                + " KEYSPACE IF NOT EXISTS probe_missing WITH replication = {'class':"
                + " 'NetworkTopologyStrategy', '"
                + DATABASE.datacenter()
                + "': 3}")
        .hasMessageEndingWith(";");
  }

  @Test
  void another_data_centre_is_told_with_those_there_are() {
    CqlOptions elsewhere = CqlOptions.of(List.of(DATABASE.contactPoint()), "probe_test", "nowhere");

    try (CqlSession other = CqlSessions.open(elsewhere)) {
      ClusterReport report = new ClusterProbe(other, elsewhere, InstantSource.system()).examine();

      assertThatThrownBy(report::requireUsable)
          .hasMessage("there is no data centre nowhere: the database has " + DATABASE.datacenter());
    }
  }

  @Test
  void fewer_copies_than_asked_for_are_refused_with_the_statement_that_changes_it() {
    ClusterReport report = probe(OPTIONS.withReplication(3)).examine();

    assertThatThrownBy(report::requireUsable)
        .hasMessageContainingAll(
            "keyspace probe_test keeps 1 copy of each row in data centre",
            "not the 3 asked for: run ALTER KEYSPACE probe_test WITH replication =",
            "or ask for replication=1");
  }

  @Test
  void a_clock_that_is_far_off_is_refused() {
    InstantSource late = () -> InstantSource.system().instant().minusSeconds(2);

    ClusterReport report = new ClusterProbe(session, OPTIONS, late).examine();

    assertThatThrownBy(report::requireUsable)
        .hasMessageContainingAll(
            "the clock of ",
            " ahead of that of this machine, more than 500 ms: synchronize them by NTP");
  }

  @Test
  void a_table_of_ours_without_read_repair_or_with_an_expiry_is_refused() {
    String loose =
        " (a int PRIMARY KEY) WITH default_time_to_live = 60"
            + (DATABASE.isExternal() ? "" : " AND read_repair = 'NONE'");
    session.execute(
        "CREATE TABLE probe_test.loose" + loose + " AND comment = 'plain loose (a int | | )'");
    session.execute("CREATE TABLE probe_test.theirs" + loose);
    try {
      assertThat(probe(OPTIONS).examine().findings())
          .noneMatch(finding -> finding.sentence().contains("theirs"));
      assertThat(probe(OPTIONS).examine().findings())
          .filteredOn(finding -> finding.grade() == Grade.WRONG)
          .extracting(ClusterFinding::sentence)
          .contains(
              "table probe_test.loose forgets all rows after 60 s: run ALTER TABLE"
                  + " probe_test.loose WITH default_time_to_live = 0;");
      if (!DATABASE.isExternal()) {
        assertThatThrownBy(() -> probe(OPTIONS).examine().requireUsable())
            .hasMessage(
                "table probe_test.loose has none, so that reads may go back in time: run ALTER"
                    + " TABLE probe_test.loose WITH read_repair = 'BLOCKING';");
      }
    } finally {
      session.execute("DROP TABLE probe_test.loose");
      session.execute("DROP TABLE probe_test.theirs");
    }
  }

  @Test
  void a_session_opens_although_a_contact_point_hangs() throws IOException {
    try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), hanging.getLocalPort());
      CqlOptions options =
          CqlOptions.of(
              List.of(address, DATABASE.contactPoint()), "probe_test", DATABASE.datacenter());

      try (CqlSession other = CqlSessions.open(options)) {
        assertThat(other.execute("SELECT key FROM system.local").one()).isNotNull();
      }
    }
  }

  private static ClusterProbe probe(CqlOptions options) {
    return new ClusterProbe(session, options, InstantSource.system());
  }
}
