package io.messina.store;

import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.MINOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.TEXT;
import static io.messina.store.Examples.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusteringRangeTest {

  @Test
  void without_bounds_it_has_all_rows() {
    assertRows(ROWS.rows(), "1", "1a", "1b", "2", "2a", "2b", "3", "3a", "3b");
  }

  @Test
  void a_bound_of_all_columns_cuts_at_one_row() {
    assertRows(ROWS.rows().atLeast(MAJOR.of(2), MINOR.of("a")), "2a", "2b", "3", "3a", "3b");
    assertRows(ROWS.rows().above(MAJOR.of(2), MINOR.of("a")), "2b", "3", "3a", "3b");
    assertRows(ROWS.rows().atMost(MAJOR.of(2), MINOR.of("a")), "1", "1a", "1b", "2", "2a");
    assertRows(ROWS.rows().below(MAJOR.of(2), MINOR.of("a")), "1", "1a", "1b", "2");
  }

  @Test
  void a_bound_of_the_first_columns_takes_or_leaves_all_that_begin_with_it() {
    assertRows(ROWS.rows().atLeast(MAJOR.of(2)), "2", "2a", "2b", "3", "3a", "3b");
    assertRows(ROWS.rows().above(MAJOR.of(2)), "3", "3a", "3b");
    assertRows(ROWS.rows().atMost(MAJOR.of(2)), "1", "1a", "1b", "2", "2a", "2b");
    assertRows(ROWS.rows().below(MAJOR.of(2)), "1", "1a", "1b");
    assertRows(ROWS.rows().within(MAJOR.of(2)), "2", "2a", "2b");
    assertRows(ROWS.rows().within(MAJOR.of(2), MINOR.of("b")), "2b");
  }

  @Test
  void bounds_of_different_lengths_meet() {
    ClusteringRange twos = ROWS.rows().within(MAJOR.of(2));
    assertRows(twos.above(MAJOR.of(2), MINOR.of("a")), "2b");
    assertRows(twos.below(MAJOR.of(2), MINOR.of("b")), "2", "2a");
  }

  @Test
  void a_range_may_be_empty() {
    assertRows(ROWS.rows().above(MAJOR.of(2)).below(MAJOR.of(2)));
    assertRows(ROWS.rows().atLeast(MAJOR.of(2)).below(MAJOR.of(2)));
    assertRows(ROWS.rows().atLeast(MAJOR.of(3)).atMost(MAJOR.of(1)));
  }

  @Test
  void a_bound_replaces_the_one_before() {
    assertThat(ROWS.rows().atLeast(MAJOR.of(1)).above(MAJOR.of(2)))
        .isEqualTo(ROWS.rows().above(MAJOR.of(2)));
    assertThat(ROWS.rows().atMost(MAJOR.of(1)).below(MAJOR.of(2)))
        .isEqualTo(ROWS.rows().below(MAJOR.of(2)));
  }

  @Test
  void bounds_are_by_value_whatever_the_order() {
    Table table =
        Table.plain("rows").partitionedBy(NAME).clusteredBy(MAJOR, MINOR).descending().build();
    ClusteringRange range = table.rows().above(MAJOR.of(2));
    assertThat(range.contains(new ClusteringKey(table, List.of(3, "")))).isTrue();
    assertThat(range.contains(new ClusteringKey(table, List.of(1, "")))).isFalse();
  }

  @Test
  void a_bound_names_the_first_columns_without_a_gap() {
    assertRefused(
        "rows: minor text (expected: one of [major int])",
        () -> ROWS.rows().atLeast(MINOR.of("a")));
    assertRefused(
        "rows: text text (expected: one of [major int, minor text])",
        () -> ROWS.rows().below(MAJOR.of(1), TEXT.of("a")));
    assertRefused(
        "rows: major twice (expected: a value per column)",
        () -> ROWS.rows().above(MAJOR.of(1), MAJOR.of(2)));
    assertRefused(
        "rows: 3 values (expected: at most 2)",
        () -> ROWS.rows().atMost(MAJOR.of(1), MINOR.of("a"), TEXT.of("a")));
  }

  @Test
  void a_bound_names_at_least_one_column() {
    String message = "bound: none (expected: a value for the first clustering column)";
    assertRefused(message, () -> ROWS.rows().atLeast());
    assertRefused(message, () -> ROWS.rows().within());
  }

  @Test
  void a_range_is_shown_by_its_bounds() {
    assertThat(ROWS.rows()).hasToString("rows all rows");
    assertThat(ROWS.rows().above(MAJOR.of(1)).atMost(MAJOR.of(2), MINOR.of("a")))
        .hasToString("rows above (major=1) to (major=2, minor=a)");
    assertThat(ROWS.rows().atLeast(MAJOR.of(1)).below(MAJOR.of(2)))
        .hasToString("rows from (major=1) below (major=2)");
  }

  @Test
  void a_scan_is_of_a_range_of_its_own_table_and_of_one_row_at_least() {
    ClusteringRange other = Examples.SHARDS.rows();
    assertRefused(
        "range: shards all rows (expected: a range of rows)",
        () -> Scan.of(Examples.PARTITION, other));
    assertRefused("limit: 0 (expected: from 1)", () -> Scan.of(Examples.PARTITION).first(0));
    assertThat(Scan.of(Examples.PARTITION).reverse().first(3))
        .isEqualTo(new Scan(Examples.PARTITION, ROWS.rows(), true, 3, false));
    assertThat(Scan.of(Examples.PARTITION).limit()).isEqualTo(Integer.MAX_VALUE);
  }

  /** Among rows that are called by their numbers, the first of each major having an empty minor. */
  private static void assertRows(ClusteringRange range, String... expected) {
    List<String> contained = new ArrayList<>();
    for (int major = 1; major <= 3; major++) {
      for (String minor : List.of("", "a", "b")) {
        if (range.contains(new ClusteringKey(ROWS, List.of(major, minor)))) {
          contained.add(major + minor);
        }
      }
    }
    assertThat(contained).containsExactly(expected);
  }
}
