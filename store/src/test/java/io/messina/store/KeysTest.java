package io.messina.store;

import static io.messina.store.Examples.LASTING;
import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.MINOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.NUMBER;
import static io.messina.store.Examples.PARTITION;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.TEXT;
import static io.messina.store.Examples.assertRefused;
import static io.messina.store.Examples.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeysTest {

  private static final Table PAIRS =
      Table.plain("pairs").partitionedBy(NAME, NUMBER).columns(TEXT).build();

  @Test
  void a_partition_is_named_by_cells_in_any_order() {
    PartitionKey pair = PAIRS.partition(NUMBER.of(7L), NAME.of("a"));
    assertThat(pair.values()).containsExactly("a", 7L);
    assertThat(pair.get(NUMBER)).isEqualTo(7);
    assertThat(pair).isEqualTo(new PartitionKey(PAIRS, List.of("a", 7L)));
    assertThat(pair).hasToString("pairs(name=a, number=7)");
  }

  @Test
  void a_partition_needs_each_column_once_and_no_other() {
    assertRefused(
        "pairs: no number (expected: a value for each of [name text, number long])",
        () -> PAIRS.partition(NAME.of("a")));
    assertRefused(
        "pairs: name twice (expected: a value per column)",
        () -> PAIRS.partition(NAME.of("a"), NAME.of("b")));
    assertRefused(
        "pairs: text text (expected: one of [name text, number long])",
        () -> PAIRS.partition(NAME.of("a"), TEXT.of("b")));
  }

  @Test
  void no_partition_is_named_by_an_empty_value_alone() {
    String message = "name: empty (expected: a value, where it alone names the partition)";
    assertRefused(message, () -> ROWS.partition(NAME.of("")));
    Column<Bytes> bytes = Column.ofBytes("name");
    Table table = Table.plain("rows").partitionedBy(bytes).build();
    assertRefused(message, () -> table.partition(bytes.of(Bytes.EMPTY)));
    assertThat(PAIRS.partition(NAME.of(""), NUMBER.of(0L)).get(NAME)).isEmpty();
  }

  @Test
  void a_row_is_named_by_cells_in_any_order() {
    RowKey key = PARTITION.row(MINOR.of("a"), MAJOR.of(1));
    assertThat(key.clustering().values()).containsExactly(1, "a");
    assertThat(key.get(MINOR)).isEqualTo("a");
    assertThat(key.get(NAME)).isEqualTo("p");
    assertThat(key).isEqualTo(key(PARTITION, 1, "a"));
    assertThat(key).hasToString("rows(name=p)(major=1, minor=a)");
  }

  @Test
  void a_row_needs_each_column_once_and_no_other() {
    assertRefused(
        "rows: no minor (expected: a value for each of [major int, minor text])",
        () -> PARTITION.row(MAJOR.of(1)));
    assertRefused(
        "rows: major twice (expected: a value per column)",
        () -> PARTITION.row(MAJOR.of(1), MAJOR.of(2)));
    assertRefused(
        "rows: text text (expected: one of [major int, minor text])",
        () -> PARTITION.row(MAJOR.of(1), TEXT.of("a")));
    assertRefused(
        "lasting: major int (expected: one of [])",
        () -> LASTING.partition(NAME.of("p")).row(MAJOR.of(1)));
  }

  @Test
  void values_of_engines_are_checked_too() {
    assertRefused(
        "major: a String (expected: Integer)", () -> new ClusteringKey(ROWS, List.of("1", "a")));
    assertRefused(
        "rows: 3 values (expected: 2)", () -> new ClusteringKey(ROWS, List.of(1, "a", "b")));
    assertRefused("pairs: 1 values (expected: 2)", () -> new PartitionKey(PAIRS, List.of("a")));
    assertRefused("name: a Integer (expected: String)", () -> new PartitionKey(ROWS, List.of(1)));
  }

  @Test
  void a_row_has_a_complete_place_in_its_own_table() {
    assertRefused(
        "row: (major=1) (expected: a value for each of [major int, minor text])",
        () -> new RowKey(PARTITION, new ClusteringKey(ROWS, List.of(1))));
    assertRefused(
        "row: (major=1, minor=a) (expected: a value for each of [major int, minor text])",
        () -> new RowKey(PARTITION, new ClusteringKey(SHARDS, List.of(1, "a"))));
  }

  @Test
  void keys_know_their_own_columns_only() {
    assertRefused(
        "rows: text text (expected: one of [name text])", () -> key(PARTITION, 1, "a").get(TEXT));
    assertRefused("rows: major int (expected: one of [name text])", () -> PARTITION.get(MAJOR));
  }

  @Test
  void places_are_compared_column_by_column_as_far_as_both_go() {
    ClusteringKey prefix = new ClusteringKey(ROWS, List.of(1));
    ClusteringKey low = new ClusteringKey(ROWS, List.of(1, "b"));
    ClusteringKey high = new ClusteringKey(ROWS, List.of(2, "a"));
    assertThat(low.compareValues(high)).isNegative();
    assertThat(high.compareValues(low)).isPositive();
    assertThat(prefix.compareValues(low)).isZero();
    assertThat(prefix.compareValues(high)).isNegative();
    assertThat(prefix.isComplete()).isFalse();
    assertThat(low.isComplete()).isTrue();
  }

  @Test
  void a_descending_table_keeps_the_largest_first() {
    Table table = Table.plain("rows").partitionedBy(NAME).clusteredBy(MAJOR).descending().build();
    ClusteringKey low = new ClusteringKey(table, List.of(1));
    ClusteringKey high = new ClusteringKey(table, List.of(2));
    assertThat(table.rowOrder().compare(high, low)).isNegative();
    assertThat(low.compareValues(high)).isNegative();
  }
}
