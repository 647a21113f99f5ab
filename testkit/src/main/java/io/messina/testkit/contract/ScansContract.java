package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.LOG;
import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.NEWEST_FIRST;
import static io.messina.testkit.contract.ContractTables.PAYLOAD;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SEQUENCE;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/**
 * Scans give the rows between two bounds, in the table's order or the opposite one, page by page.
 */
interface ScansContract extends ContractPart {

  int PAGED_ROWS = 20_000;

  @Test
  default void rows_come_in_the_order_of_the_table() {
    PartitionKey ascending = fresh(ROWS);
    List<Row> smallestFirst = putSquare(ascending);
    assertThat(rows(ascending)).isEqualTo(smallestFirst);

    PartitionKey descending = fresh(NEWEST_FIRST);
    List<Row> rows = putSquare(descending);
    Collections.reverse(rows);
    assertThat(rows(descending)).isEqualTo(rows);
  }

  @Test
  default void a_reversed_scan_gives_the_opposite_order() {
    for (Table table : List.of(ROWS, NEWEST_FIRST)) {
      PartitionKey partition = fresh(table);
      putSquare(partition);
      List<Row> rows = rows(partition);
      Collections.reverse(rows);
      assertThat(rows(Scan.of(partition).reverse())).isEqualTo(rows);
      assertThat(rows(Scan.of(partition).reverse().reverse())).isEqualTo(rows.reversed());
    }
  }

  @Test
  default void a_scan_ends_at_its_limit() {
    for (Table table : List.of(ROWS, NEWEST_FIRST)) {
      PartitionKey partition = fresh(table);
      putSquare(partition);
      List<Row> rows = rows(partition);
      for (int limit = 1; limit <= rows.size() + 1; limit++) {
        int end = Math.min(limit, rows.size());
        assertThat(rows(Scan.of(partition).first(limit))).isEqualTo(rows.subList(0, end));
        assertThat(rows(Scan.of(partition).reverse().first(limit)))
            .isEqualTo(rows.reversed().subList(0, end));
      }
    }
  }

  @Test
  default void every_pair_of_bounds_gives_the_rows_between_them() {
    for (Table table : List.of(ROWS, NEWEST_FIRST)) {
      PartitionKey partition = fresh(table);
      List<Row> rows = putSquare(partition);
      for (ClusteringRange range : SliceBounds.all(table)) {
        List<Row> within =
            rows.stream()
                .filter(row -> range.contains(row.key().clustering()))
                .sorted(ScansContract::inTableOrder)
                .toList();
        assertThat(rows(Scan.of(partition, range))).as("%s", range).isEqualTo(within);
        assertThat(rows(Scan.of(partition, range).reverse().first(2)))
            .as("the last two of %s", range)
            .isEqualTo(within.reversed().subList(0, Math.min(2, within.size())));
      }
    }
  }

  @Test
  default void deleted_rows_do_not_count_against_a_limit() {
    PartitionKey partition = fresh(ROWS);
    putSquare(partition);
    store().write(PlainBatch.in(partition, timestamp()).delete(key(partition, 1, "a")).build());
    store()
        .write(
            PlainBatch.in(partition, timestamp()).delete(ROWS.rows().within(MAJOR.of(2))).build());
    assertThat(rows(Scan.of(partition).first(3)).stream().map(row -> row.get(MAJOR)))
        .containsExactly(1, 1, 3);
    assertThat(rows(Scan.of(partition).reverse().first(4)).stream().map(row -> row.get(MAJOR)))
        .containsExactly(3, 3, 3, 1);
  }

  @Test
  default void twenty_thousand_rows_are_read_page_by_page() {
    PartitionKey partition = fresh(LOG);
    putNumbered(partition, PAGED_ROWS);

    assertCounts(store().scan(Scan.of(partition)), 0, 1, PAGED_ROWS);
    assertCounts(store().scan(Scan.of(partition).first(12_345)), 0, 1, 12_345);
    ClusteringRange middle = LOG.rows().atLeast(SEQUENCE.of(6_000L)).below(SEQUENCE.of(14_000L));
    assertCounts(store().scan(Scan.of(partition, middle).reverse()), 13_999, -1, 8_000);
  }

  @Test
  default void rows_of_many_bytes_are_read_page_by_page() {
    PartitionKey partition = fresh(LOG);
    byte[] large = new byte[Math.min(256 << 10, store().limits().valueBytesMax())];
    for (long i = 0; i < 64; i++) {
      large[0] = (byte) i;
      put(Row.of(partition.row(SEQUENCE.of(i)), PAYLOAD.of(Bytes.copyOf(large))));
    }

    Iterator<Row> rows = store().scan(Scan.of(partition));

    for (long i = 0; i < 64; i++) {
      Row row = rows.next();
      assertThat(row.get(SEQUENCE)).isEqualTo(i);
      assertThat(row.get(PAYLOAD).length()).isEqualTo(large.length);
      assertThat(row.get(PAYLOAD).at(0)).isEqualTo((byte) i);
    }
    assertThat(rows.hasNext()).isFalse();
  }

  @Test
  default void asking_whether_there_is_more_takes_nothing() {
    PartitionKey partition = fresh(ROWS);
    List<Row> expected = putSquare(partition);
    Iterator<Row> rows = store().scan(Scan.of(partition));
    for (Row row : expected) {
      assertThat(rows.hasNext()).isTrue();
      assertThat(rows.hasNext()).isTrue();
      assertThat(rows.next()).isEqualTo(row);
    }
    assertThat(rows.hasNext()).isFalse();
    assertThat(rows.hasNext()).isFalse();
  }

  @Test
  default void taking_needs_no_asking_and_ends_with_an_exception() {
    PartitionKey partition = fresh(ROWS);
    List<Row> expected = putSquare(partition);
    Iterator<Row> rows = store().scan(Scan.of(partition));
    for (Row row : expected) {
      assertThat(rows.next()).isEqualTo(row);
    }
    assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);

    Iterator<Row> none = store().scan(Scan.of(fresh(SHARDS)));
    assertThatThrownBy(none::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  default void a_scan_may_be_dropped_half_way_and_many_may_be_open() {
    PartitionKey partition = fresh(ROWS);
    List<Row> expected = putSquare(partition);
    List<Iterator<Row>> open = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      open.add(store().scan(Scan.of(partition)));
      assertThat(open.getLast().next()).isEqualTo(expected.getFirst());
    }
    for (int i = 0; i < open.size(); i += 40) {
      List<Row> rest = new ArrayList<>();
      open.get(i).forEachRemaining(rest::add);
      assertThat(rest).isEqualTo(expected.subList(1, expected.size()));
    }
  }

  @Test
  default void rows_read_are_of_the_scan_although_the_partition_changes_meanwhile() {
    PartitionKey partition = fresh(ROWS);
    List<Row> before = putSquare(partition);
    Iterator<Row> rows = store().scan(Scan.of(partition));
    assertThat(rows.next()).isEqualTo(before.getFirst());

    store().write(PlainBatch.in(partition, timestamp()).delete(before.getLast().key()).build());
    put(row(partition, 0, "before what was read", "text"));

    List<Row> rest = new ArrayList<>();
    rows.forEachRemaining(rest::add);
    assertThat(rest).startsWith(before.subList(1, before.size() - 1).toArray(new Row[0]));
    assertThat(before).containsAll(rest);
  }

  /** Nine rows, from the smallest to the largest. */
  private List<Row> putSquare(PartitionKey partition) {
    List<Row> rows = new ArrayList<>();
    for (int major = 1; major <= 3; major++) {
      for (String minor : List.of("a", "b", "c")) {
        rows.add(row(partition, major, minor, major + minor));
      }
    }
    put(rows.toArray(new Row[0]));
    return rows;
  }

  private void putNumbered(PartitionKey partition, int count) {
    int batchRows = Math.min(store().limits().batchMutationsMax(), 1_000);
    for (int from = 0; from < count; from += batchRows) {
      PlainBatch.Builder batch = PlainBatch.in(partition, timestamp());
      for (long i = from; i < Math.min(count, from + batchRows); i++) {
        batch.put(Row.of(partition.row(SEQUENCE.of(i)), PAYLOAD.of(Bytes.utf8("event " + i))));
      }
      store().write(batch.build());
    }
  }

  private static void assertCounts(Iterator<Row> rows, long first, int step, int count) {
    for (int i = 0; i < count; i++) {
      long expected = first + (long) i * step;
      Row row = rows.next();
      if (row.get(SEQUENCE) != expected
          || !row.get(PAYLOAD).equals(Bytes.utf8("event " + expected))) {
        assertThat(row.toString()).isEqualTo("event " + expected);
      }
    }
    assertThat(rows.hasNext()).isFalse();
  }

  private static int inTableOrder(Row left, Row right) {
    return left.key().table().rowOrder().compare(left.key().clustering(), right.key().clustering());
  }
}
