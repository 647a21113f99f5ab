package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.cql.probe.DatabaseProduct.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CqlSchemaTest {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Long> SEQUENCE = Column.ofLong("sequence");

  private static String text(Table table) {
    return CqlSchema.createTable("messina", table, Kind.CASSANDRA);
  }

  @Test
  void scylla_keeps_deletes_for_a_time_and_not_until_a_repair() {
    Table table = Table.plain("items").partitionedBy(NAME).clusteredBy(SEQUENCE).build();

    assertThat(CqlSchema.createTable("messina", table, Kind.SCYLLA))
        .contains("tombstone_gc = {'mode': 'timeout'}");
    assertThat(text(table)).doesNotContain("tombstone_gc");
  }

  @Test
  void a_table_reads_as_one_would_write_it() {
    Table table =
        Table.plain("items")
            .partitionedBy(NAME, Column.ofInt("shard"))
            .clusteredBy(SEQUENCE)
            .descending()
            .columns(Column.ofBytes("payload"), Column.ofTextMap("labels"), Column.ofText("order"))
            .expiring()
            .build();

    assertThat(text(table))
        .isEqualTo(
            """
            CREATE TABLE IF NOT EXISTS messina.items (
                name text,
                shard int,
                sequence bigint,
                payload blob,
                labels frozen<map<text, text>>,
                "order" text,
                expires_at timestamp,
                PRIMARY KEY ((name, shard), sequence)
            ) WITH CLUSTERING ORDER BY (sequence DESC)
               AND comment = '%s'\
            """
                .formatted(table.definition()));
  }

  @Test
  void the_fence_is_one_static_column() {
    Table table =
        Table.fenced("shards")
            .partitionedBy(NAME)
            .clusteredBy(SEQUENCE)
            .statics(Column.ofText("owner"))
            .columns(Column.ofBytes("value"))
            .build();

    assertThat(text(table))
        .contains("    fence text STATIC,\n    owner text STATIC,\n    value blob,\n");
  }

  @Test
  void a_fenced_partition_of_one_row_has_a_clustering_column_for_the_fence_to_be_static() {
    Table table =
        Table.fenced("definitions")
            .partitionedBy(NAME)
            .columns(Column.ofText("only_row"), Column.ofText("text"))
            .build();

    assertThat(text(table)).contains("    only_row_ boolean,\n", "PRIMARY KEY ((name), only_row_)");
  }

  @Test
  void tables_that_are_appended_to_are_kept_in_at_most_fifty_windows() {
    assertThat(windows(Duration.ofSeconds(1))).contains(window("MINUTES", 1));
    assertThat(windows(Duration.ofMinutes(51))).contains(window("MINUTES", 2));
    assertThat(windows(Duration.ofDays(1))).contains(window("MINUTES", 29));
    assertThat(windows(Duration.ofDays(7))).contains(window("HOURS", 4));
    assertThat(windows(Duration.ofDays(365))).contains(window("DAYS", 8));
    assertThat(windows(Duration.ofDays(36_500))).contains(window("DAYS", 730));
  }

  @Test
  void other_tables_are_compacted_as_the_database_likes() {
    Table table = Table.plain("members").partitionedBy(NAME).expiring(Duration.ofHours(1)).build();
    assertThat(text(table)).doesNotContain("compaction");
  }

  private static String windows(Duration lifetime) {
    return text(
        Table.plain("log")
            .partitionedBy(NAME)
            .clusteredBy(SEQUENCE)
            .appendOnly()
            .expiring(lifetime)
            .build());
  }

  private static String window(String unit, int size) {
    return "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '%s', 'compaction_window_size': '%d'}"
        .formatted(unit, size);
  }
}
