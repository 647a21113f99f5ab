package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.cql.probe.ClusterFinding.Grade;
import io.messina.store.cql.probe.DatabaseProduct.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Options of made-up tables, as drivers tell those of ScyllaDB and Cassandra. */
final class TableOptionsCheckTest {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Table ITEMS = Table.plain("items").partitionedBy(NAME).build();
  private static final Table LOG =
      Table.plain("log")
          .partitionedBy(NAME)
          .clusteredBy(Column.ofLong("sequence"))
          .appendOnly()
          .expiring(Duration.ofDays(1))
          .build();

  @Test
  void tables_as_messina_makes_them_are_not_mentioned() {
    assertThat(said(Kind.CASSANDRA, ITEMS, grace(864_000))).isEmpty();
    assertThat(said(Kind.CASSANDRA, ITEMS, grace(8_640_000))).isEmpty();
    assertThat(said(Kind.SCYLLA, ITEMS, mode("timeout"))).isEmpty();
    assertThat(said(Kind.SCYLLA, ITEMS, Map.of())).isEmpty();
    assertThat(said(Kind.SCYLLA, LOG, mode("repair"))).isEmpty();
    assertThat(said(Kind.CASSANDRA, LOG, grace(3600))).isEmpty();
    assertThat(said(Kind.CASSANDRA, ITEMS, compaction("LeveledCompactionStrategy"))).isEmpty();
    assertThat(said(Kind.CASSANDRA, LOG, compaction("TimeWindowCompactionStrategy"))).isEmpty();
  }

  @Test
  void deletes_that_are_forgotten_early_are_told_with_the_statement_that_keeps_them() {
    assertThat(said(Kind.CASSANDRA, ITEMS, grace(3600)))
        .containsExactly(
            "table messina.items forgets deletes after 3600 s, so that what was removed may come"
                + " back: run ALTER TABLE messina.items WITH gc_grace_seconds = 864000;");
    assertThat(said(Kind.SCYLLA, ITEMS, mode("repair")))
        .containsExactly(
            "table messina.items forgets deletes by mode 'repair', so that what was removed may"
                + " come back: run ALTER TABLE messina.items WITH tombstone_gc = {'mode':"
                + " 'timeout'};");
    assertThat(said(Kind.SCYLLA, ITEMS, mode("disabled")))
        .containsExactly(
            "table messina.items never forgets deletes, and grows: run ALTER TABLE messina.items"
                + " WITH tombstone_gc = {'mode': 'timeout'};");
  }

  @Test
  void compaction_that_keeps_what_is_over_is_told_with_the_one_that_does_not() {
    assertThat(said(Kind.CASSANDRA, LOG, compaction("SizeTieredCompactionStrategy")))
        .containsExactly(
            "table messina.log is compacted by SizeTieredCompactionStrategy, so that expired rows"
                + " go late: run ALTER TABLE messina.log WITH compaction = {'class':"
                + " 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'MINUTES',"
                + " 'compaction_window_size': '29'};");
    assertThat(said(Kind.SCYLLA, ITEMS, compaction("TimeWindowCompactionStrategy")))
        .containsExactly(
            "table messina.items is compacted by time windows, which keep what was deleted or"
                + " written over: run ALTER TABLE messina.items WITH compaction = {'class':"
                + " 'LeveledCompactionStrategy'};");
  }

  private static List<String> said(Kind product, Table table, Map<CqlIdentifier, Object> options) {
    List<ClusterFinding> findings =
        TableOptionsCheck.examine(product, "messina." + table.name(), table, options);
    assertThat(findings).allMatch(finding -> finding.grade() == Grade.WARNING);
    return findings.stream().map(ClusterFinding::sentence).toList();
  }

  private static Map<CqlIdentifier, Object> grace(int seconds) {
    return Map.of(CqlIdentifier.fromInternal("gc_grace_seconds"), seconds);
  }

  private static Map<CqlIdentifier, Object> mode(String mode) {
    return Map.of(
        CqlIdentifier.fromInternal("extensions"),
        Map.of("tombstone_gc", TombstoneGcTest.of("mode", mode)));
  }

  private static Map<CqlIdentifier, Object> compaction(String by) {
    return Map.of(
        CqlIdentifier.fromInternal("compaction"),
        Map.of("class", "org.apache.cassandra.db.compaction." + by, "max_threshold", "32"));
  }
}
