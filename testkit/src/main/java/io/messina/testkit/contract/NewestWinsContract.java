package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.MINOR;
import static io.messina.testkit.contract.ContractTables.NEWEST_FIRST;
import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.ONE_VALUE;
import static io.messina.testkit.contract.ContractTables.PAYLOAD;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static io.messina.testkit.contract.TimedWrite.deletePartitionAt;
import static io.messina.testkit.contract.TimedWrite.deleteRangeAt;
import static io.messina.testkit.contract.TimedWrite.deleteRowAt;
import static io.messina.testkit.contract.TimedWrite.putAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The newest timestamp wins, row by row, in any order of arrival: every test sends its writes in
 * each possible order, each order to a separate partition, then all of them once more.
 */
interface NewestWinsContract extends ContractPart {

  @Test
  default void of_several_puts_the_newest_stands() {
    TimedWrite newest = putAt(3, 1, "a");
    assertLeft(List.of(newest), putAt(1, 1, "a"), putAt(2, 1, "a"), newest);
  }

  @Test
  default void nothing_of_an_older_put_shows_through_a_newer_one() {
    TimedWrite newer = putAt(2, 1, "a", PAYLOAD.of(Bytes.utf8("new")));
    assertLeft(List.of(newer), putAt(1, 1, "a", NUMBER.of(1L)), newer);
  }

  @Test
  default void a_delete_of_a_row_hides_older_puts_of_it_alone() {
    TimedWrite other = putAt(1, 1, "b");
    assertLeft(List.of(other), putAt(1, 1, "a"), putAt(2, 1, "a"), other, deleteRowAt(3, 1, "a"));
  }

  @Test
  default void a_delete_of_a_range_hides_older_puts_in_it_alone() {
    TimedWrite other = putAt(1, 2, "a");
    assertLeft(
        List.of(other),
        putAt(1, 1, "a"),
        putAt(2, 1, "b"),
        other,
        deleteRangeAt(3, rows -> rows.within(MAJOR.of(1))));
  }

  @Test
  default void a_delete_of_a_partition_hides_all_older_puts() {
    assertLeft(
        List.of(), putAt(1, 1, "a"), putAt(2, 1, "b"), putAt(1, 2, "a"), deletePartitionAt(3));
  }

  @Test
  default void a_delete_hides_a_put_of_the_same_timestamp() {
    assertLeft(List.of(), putAt(1, 1, "a"), deleteRowAt(1, 1, "a"));
    assertLeft(List.of(), putAt(1, 1, "a"), deleteRangeAt(1, rows -> rows.within(MAJOR.of(1))));
    assertLeft(List.of(), putAt(1, 1, "a"), deletePartitionAt(1));
  }

  @Test
  default void a_delete_leaves_newer_puts() {
    TimedWrite newer = putAt(2, 1, "a");
    assertLeft(List.of(newer), newer, deleteRowAt(1, 1, "a"));
    assertLeft(List.of(newer), newer, deleteRangeAt(1, rows -> rows.within(MAJOR.of(1))));
    assertLeft(List.of(newer), newer, deletePartitionAt(1));
  }

  @Test
  default void a_row_put_again_after_its_delete_has_only_its_new_values() {
    TimedWrite old = putAt(1, 1, "a", NUMBER.of(1L));
    TimedWrite again = putAt(3, 1, "a", PAYLOAD.of(Bytes.utf8("new")));
    assertLeft(List.of(again), old, deleteRowAt(2, 1, "a"), again);
    assertLeft(List.of(again), old, deleteRangeAt(2, rows -> rows.atLeast(MAJOR.of(0))), again);
    assertLeft(List.of(again), old, deletePartitionAt(2), again);
  }

  @Test
  default void a_delete_of_what_was_never_written_leaves_the_rest() {
    TimedWrite row = putAt(1, 1, "a");
    assertLeft(
        List.of(row),
        row,
        deleteRowAt(2, 1, "b"),
        deleteRangeAt(2, rows -> rows.above(MAJOR.of(1))));
  }

  @Test
  default void a_range_may_begin_or_end_within_the_first_column() {
    TimedWrite bound = putAt(1, 1, "b");
    TimedWrite next = putAt(1, 2, "a");
    assertLeft(
        List.of(bound, next),
        bound,
        putAt(1, 1, "c"),
        next,
        deleteRangeAt(2, rows -> rows.above(MAJOR.of(1), MINOR.of("b")).atMost(MAJOR.of(1))));
    TimedWrite before = putAt(1, 1, "a");
    assertLeft(
        List.of(before, next),
        before,
        bound,
        next,
        deleteRangeAt(2, rows -> rows.atLeast(MAJOR.of(1), MINOR.of("b")).below(MAJOR.of(2))));
  }

  @Test
  default void a_range_may_exclude_all_rows_that_begin_with_its_bounds() {
    TimedWrite low = putAt(1, 1, "z");
    TimedWrite high = putAt(1, 3, "");
    assertLeft(
        List.of(low, high),
        low,
        putAt(1, 2, "z"),
        high,
        deleteRangeAt(2, rows -> rows.above(MAJOR.of(1)).below(MAJOR.of(3))));
  }

  @Test
  default void an_empty_range_deletes_nothing() {
    TimedWrite row = putAt(1, 2, "a");
    assertLeft(
        List.of(row), row, deleteRangeAt(2, rows -> rows.above(MAJOR.of(2)).below(MAJOR.of(2))));
    assertLeft(
        List.of(row), row, deleteRangeAt(2, rows -> rows.atLeast(MAJOR.of(3)).atMost(MAJOR.of(1))));
  }

  @Test
  default void where_ranges_overlap_the_newest_delete_counts() {
    assertLeft(
        List.of(),
        putAt(1, 1, "a"),
        putAt(2, 3, "a"),
        deleteRangeAt(1, rows -> rows.atMost(MAJOR.of(2))),
        deleteRangeAt(3, rows -> rows.atLeast(MAJOR.of(2))));
    TimedWrite low = putAt(2, 1, "a");
    assertLeft(
        List.of(low),
        low,
        putAt(2, 2, "a"),
        deleteRangeAt(1, rows -> rows.atMost(MAJOR.of(2))),
        deleteRangeAt(3, rows -> rows.atLeast(MAJOR.of(2))));
    TimedWrite high = putAt(4, 2, "a");
    assertLeft(
        List.of(high),
        putAt(2, 1, "a"),
        high,
        deleteRangeAt(3, rows -> rows.atMost(MAJOR.of(2))),
        deleteRangeAt(1, rows -> rows.atLeast(MAJOR.of(1))));
  }

  @Test
  default void an_older_range_inside_a_newer_one_takes_nothing_from_it() {
    TimedWrite outside = putAt(2, 4, "a");
    assertLeft(
        List.of(outside),
        putAt(2, 2, "a"),
        outside,
        deleteRangeAt(1, rows -> rows.within(MAJOR.of(2))),
        deleteRangeAt(3, rows -> rows.below(MAJOR.of(4))));
  }

  @Test
  default void of_puts_with_equal_timestamps_each_column_shows_one_for_all_readers() {
    PartitionKey left = fresh(ROWS);
    PartitionKey right = fresh(ROWS);
    long start = timestamp();
    for (PartitionKey partition : List.of(left, right)) {
      boolean isLeft = partition.equals(left);
      store().write(tied(partition, start, isLeft ? "one" : "two"));
      store().write(tied(partition, start, isLeft ? "two" : "one"));
    }

    Row shown = store().get(key(left, 1, "a")).orElseThrow();

    assertThat(shown.get(TEXT)).isIn("one", "two");
    assertThat(shown.get(PAYLOAD)).isIn(Bytes.utf8("one"), Bytes.utf8("two"));
    assertThat(rows(left)).containsExactly(shown);
    Row mirrored = store().get(key(right, 1, "a")).orElseThrow();
    assertThat(List.of(mirrored.get(TEXT), mirrored.get(PAYLOAD)))
        .isEqualTo(List.of(shown.get(TEXT), shown.get(PAYLOAD)));
  }

  @Test
  default void of_puts_of_one_column_with_equal_timestamps_the_larger_bytes_stand() {
    Bytes least = Bytes.wrap(new byte[0]);
    Bytes longer = Bytes.wrap(new byte[300]);
    Bytes larger = Bytes.wrap(new byte[] {0, 1});
    Bytes unsigned = Bytes.wrap(new byte[] {(byte) 0x80});
    for (List<Bytes> order : ArrivalOrders.of(List.of(least, longer, larger, unsigned))) {
      RowKey key = fresh(ONE_VALUE).row();
      long start = timestamp();
      Bytes largest = least;
      for (Bytes value : order) {
        store().write(PlainBatch.in(key.partition(), start).put(payload(key, value)).build());
        largest = largest.compareTo(value) > 0 ? largest : value;
        assertThat(store().get(key)).as("%s", order).contains(payload(key, largest));
      }
    }
  }

  private static Row payload(RowKey key, Bytes value) {
    return Row.of(key, PAYLOAD.of(value));
  }

  private PlainBatch tied(PartitionKey partition, long timestampMicros, String content) {
    return PlainBatch.in(partition, timestampMicros)
        .put(Row.of(key(partition, 1, "a"), TEXT.of(content), PAYLOAD.of(Bytes.utf8(content))))
        .build();
  }

  private void assertLeft(List<TimedWrite> puts, TimedWrite... writes) {
    for (Table table : List.of(ROWS, NEWEST_FIRST)) {
      for (List<TimedWrite> order : ArrivalOrders.of(List.of(writes))) {
        assertLeft(fresh(table), puts, order);
      }
    }
  }

  private void assertLeft(PartitionKey partition, List<TimedWrite> puts, List<TimedWrite> order) {
    long start = trial().timestamps().next(order.size());
    List<Row> left =
        puts.stream()
            .map(TimedWrite::put)
            .flatMap(Optional::stream)
            .map(row -> row.apply(partition))
            .toList();
    for (String round : List.of("once", "twice")) {
      order.forEach(write -> store().write(write.in(partition, start)));
      assertThat(rows(partition))
          .as("%s, sent %s", order, round)
          .containsExactlyInAnyOrderElementsOf(left);
    }
  }
}
