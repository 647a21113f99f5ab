package io.messina.store;

import static io.messina.store.Examples.LOG;
import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.MINOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.NUMBER;
import static io.messina.store.Examples.OWNER;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.TEXT;
import static io.messina.store.Examples.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void a_definition_tells_everything_declared() {
    assertThat(ROWS.definition())
        .isEqualTo(
            "plain rows (name text | major int, minor text ascending | text text, number long)"
                + " expiring");
    assertThat(SHARDS.definition())
        .isEqualTo(
            "fenced shards (name text | major int, minor text ascending | static owner text"
                + " | text text)");
  }

  @Test
  void tables_are_equal_if_everything_declared_is() {
    Table rows = declared().build();
    assertThat(declared().build()).isEqualTo(rows).hasSameHashCodeAs(rows);
    List<Table> others =
        List.of(
            Table.plain("other").partitionedBy(NAME).clusteredBy(MAJOR).columns(TEXT).build(),
            Table.fenced("rows").partitionedBy(NAME).clusteredBy(MAJOR).columns(TEXT).build(),
            declared().partitionedBy(OWNER).build(),
            declared().clusteredBy(MINOR).build(),
            declared().clusteredBy().build(),
            declared().descending().build(),
            declared().columns(TEXT, NUMBER).build(),
            declared().columns().build(),
            declared().expiring().build(),
            declared().expiring(Duration.ofDays(1)).build(),
            declared().appendOnly().build());
    assertThat(others).doesNotContain(rows).doesNotHaveDuplicates();
  }

  @Test
  void a_name_is_short_and_plain() {
    assertRefused(
        "table: Rows (expected: a lower-case letter, then up to 47 of a-z, 0-9 and _)",
        () -> Table.plain("Rows"));
  }

  @Test
  void a_table_needs_a_partition_key() {
    assertRefused(
        "partition columns: none (expected: at least one)", () -> Table.plain("rows").build());
  }

  @Test
  void a_partition_key_has_only_types_that_may_name_a_partition() {
    for (Column<?> column : List.of(Column.ofDouble("key"), Column.ofTextMap("key"))) {
      assertRefused(
          column + " (expected: a type that a partition key may have)",
          () -> Table.plain("rows").partitionedBy(column).build());
    }
  }

  @Test
  void rows_are_ordered_by_sortable_columns_only() {
    for (Column<?> column :
        List.of(Column.ofUuid("key"), Column.ofDouble("key"), Column.ofTextMap("key"))) {
      assertRefused(
          column + " (expected: a sortable type for a clustering column)",
          () -> declared().clusteredBy(column).build());
    }
  }

  @Test
  void a_column_is_declared_once() {
    for (TableBuilder twice :
        List.of(
            declared().partitionedBy(NAME, NAME),
            declared().clusteredBy(NAME),
            declared().columns(MAJOR),
            declared().columns(TEXT, Column.ofLong("text")))) {
      assertThatThrownBy(twice::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching("column: \\w+ \\(expected: a name used once, and none of .+\\)");
    }
  }

  @Test
  void names_that_engines_use_are_reserved() {
    for (String name : List.of("fence", "expires_at")) {
      assertThatThrownBy(() -> declared().columns(Column.ofText(name)).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("column: " + name + " (expected: a name used once, and none of ");
    }
  }

  @Test
  void only_a_plain_table_expires_or_is_append_only() {
    assertRefused(
        "shards: expiring (expected: only for a PLAIN table)",
        () -> Table.fenced("shards").partitionedBy(NAME).expiring().build());
    assertRefused(
        "shards: append-only (expected: only for a PLAIN table)",
        () -> Table.fenced("shards").partitionedBy(NAME).clusteredBy(MAJOR).appendOnly().build());
  }

  @Test
  void only_a_fenced_table_has_static_columns() {
    assertRefused(
        "rows: static columns (expected: only for a FENCED table)",
        () -> declared().statics(OWNER).build());
  }

  @Test
  void an_append_only_table_has_an_order() {
    assertRefused(
        "log: append-only (expected: clustering columns to append by)",
        () -> Table.plain("log").partitionedBy(NAME).appendOnly().build());
    assertThat(LOG.isAppendOnly()).isTrue();
  }

  @Test
  void a_lifetime_is_longer_than_zero() {
    assertRefused(
        "lifetime: PT0S (expected: longer than zero)", () -> declared().expiring(Duration.ZERO));
    assertRefused(
        "lifetime: PT-1S (expected: longer than zero)",
        () -> declared().expiring(Duration.ofSeconds(-1)));
    assertThat(declared().expiring(Duration.ofDays(1)).build().lifetime())
        .contains(Duration.ofDays(1));
  }

  private static TableBuilder declared() {
    return Table.plain("rows").partitionedBy(NAME).clusteredBy(MAJOR).columns(TEXT);
  }
}
