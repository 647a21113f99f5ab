package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.NAME;
import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.ORDER;
import static io.messina.testkit.contract.ContractTables.PAYLOAD;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SINGLE;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A read returns the values of a put: whole rows, each in its place. */
interface RowsContract extends ContractPart {

  @Test
  default void a_row_comes_back_as_it_was_put() {
    PartitionKey partition = fresh(ROWS);
    Row row =
        Row.of(key(partition, 1, "a"), TEXT.of("text"), NUMBER.of(7L), PAYLOAD.of(Bytes.utf8("p")));

    put(row);

    assertThat(store().get(row.key())).contains(row);
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void what_was_never_put_is_not_there() {
    PartitionKey partition = fresh(ROWS);
    assertThat(store().get(key(partition, 1, "a"))).isEmpty();
    assertThat(rows(partition)).isEmpty();

    put(row(partition, 1, "a", "neighbour"));
    assertThat(store().get(key(partition, 1, "b"))).isEmpty();
    assertThat(store().get(key(partition, 2, "a"))).isEmpty();
  }

  @Test
  default void several_rows_are_read_each_as_it_is_read_alone() {
    PartitionKey gone = fresh(ROWS);
    put(row(gone, 1, "a", "deleted with its partition"));
    store().write(PlainBatch.in(gone, timestamp()).deletePartition().build());
    List<RowKey> keys = new ArrayList<>(List.of(key(gone, 1, "a")));
    for (int i = 0; i < 2 * store().rowsAtOnce(); i++) {
      PartitionKey partition = fresh(ROWS);
      keys.add(key(partition, i, "there"));
      put(row(partition, i, "there", "text " + i));
      keys.add(key(partition, i, "absent"));
    }

    assertThat(store().getEach(keys))
        .containsExactlyElementsOf(keys.stream().map(store()::get).toList())
        .contains(Optional.empty());
    assertThat(store().getEach(List.of())).isEmpty();
    assertThat(store().rowsAtOnce()).isPositive();
  }

  @Test
  default void several_batches_are_written_each_as_it_is_written_alone() {
    List<Row> rows = new ArrayList<>();
    List<PlainBatch> batches = new ArrayList<>();
    PartitionKey gone = fresh(ROWS);
    put(row(gone, 1, "a", "deleted by one of them"));
    batches.add(PlainBatch.in(gone, timestamp()).deletePartition().build());
    for (int i = 0; i < 2 * store().rowsAtOnce(); i++) {
      PartitionKey partition = fresh(ROWS);
      rows.add(row(partition, i, "there", "text " + i));
      batches.add(PlainBatch.in(partition, timestamp()).put(rows.getLast()).build());
    }

    store().writeEach(batches);
    store().writeEach(List.of());

    assertThat(rows(gone)).isEmpty();
    assertThat(rows).allSatisfy(row -> assertThat(store().get(row.key())).contains(row));
  }

  @Test
  default void a_put_writes_the_whole_row() {
    PartitionKey partition = fresh(ROWS);
    put(Row.of(key(partition, 1, "a"), TEXT.of("old"), NUMBER.of(1L)));
    Row newer = Row.of(key(partition, 1, "a"), PAYLOAD.of(Bytes.utf8("new")));

    put(newer);

    assertThat(store().get(newer.key())).contains(newer);
  }

  @Test
  default void a_row_without_values_is_a_row() {
    PartitionKey partition = fresh(ROWS);
    Row bare = Row.of(key(partition, 1, "a"));
    put(bare);
    assertThat(store().get(bare.key())).contains(bare);
    assertThat(rows(partition)).containsExactly(bare);
  }

  @Test
  default void a_put_without_values_leaves_a_row_without_values() {
    PartitionKey partition = fresh(ROWS);
    put(row(partition, 1, "a", "old"));
    Row bare = Row.of(key(partition, 1, "a"));
    put(bare);
    assertThat(store().get(bare.key())).contains(bare);
  }

  @Test
  default void an_empty_value_differs_from_none() {
    PartitionKey partition = fresh(ROWS);
    Row empty = Row.of(key(partition, 1, "a"), TEXT.of(""), PAYLOAD.of(Bytes.EMPTY));
    Row absent = Row.of(key(partition, 1, "b"));
    put(empty, absent);
    assertThat(rows(partition)).containsExactly(empty, absent);
  }

  @Test
  default void a_clustering_value_may_be_empty() {
    PartitionKey partition = fresh(ROWS);
    Row empty = row(partition, 1, "", "empty");
    Row other = row(partition, 1, "a", "other");
    put(other, empty);
    assertThat(store().get(empty.key())).contains(empty);
    assertThat(rows(partition)).containsExactly(empty, other);
  }

  @Test
  default void a_table_without_clustering_columns_has_one_row_in_a_partition() {
    PartitionKey partition = fresh(SINGLE);
    Row first = Row.of(partition.row(), TEXT.of("first"), ORDER.of("1"));
    Row second = Row.of(partition.row(), ORDER.of("2"));
    put(first);
    assertThat(store().get(partition.row())).contains(first);
    put(second);
    assertThat(store().get(partition.row())).contains(second);
    assertThat(rows(partition)).containsExactly(second);

    store().write(PlainBatch.in(partition, timestamp()).delete(partition.row()).build());
    assertThat(store().get(partition.row())).isEmpty();
    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void an_empty_batch_changes_nothing() {
    PartitionKey partition = fresh(ROWS);
    store().write(PlainBatch.in(partition, timestamp()).build());
    assertThat(rows(partition)).isEmpty();

    Row row = row(partition, 1, "a", "stays");
    put(row);
    store().write(PlainBatch.in(partition, timestamp()).build());
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void partitions_do_not_touch_even_if_one_name_begins_with_another() {
    String name = trial().freshName();
    PartitionKey[] partitions =
        new PartitionKey[] {
          ROWS.partition(NAME.of(name)),
          ROWS.partition(NAME.of(name + "\0")),
          ROWS.partition(NAME.of(name + "\0\0")),
          ROWS.partition(NAME.of(name + "a")),
          ROWS.partition(NAME.of(name + "\uFFFF"))
        };
    for (PartitionKey partition : partitions) {
      put(row(partition, 1, "a", partition.toString()));
    }

    store().write(PlainBatch.in(partitions[1], timestamp()).deletePartition().build());

    assertThat(rows(partitions[1])).isEmpty();
    for (int i : new int[] {0, 2, 3, 4}) {
      assertThat(rows(partitions[i]))
          .containsExactly(row(partitions[i], 1, "a", partitions[i].toString()));
    }
  }

  @Test
  default void tables_do_not_touch() {
    PartitionKey partition = fresh(ROWS);
    PartitionKey sameName = SINGLE.partition(NAME.of(partition.get(NAME)));
    put(row(partition, 1, "a", "stays"));
    put(Row.of(sameName.row(), TEXT.of("goes")));

    store().write(PlainBatch.in(sameName, timestamp()).deletePartition().build());

    assertThat(rows(partition)).containsExactly(row(partition, 1, "a", "stays"));
  }

  @Test
  default void a_batch_changes_many_rows_of_its_partition() {
    PartitionKey partition = fresh(ROWS);
    put(
        row(partition, 1, "a", "old"),
        row(partition, 1, "b", "old"),
        row(partition, 2, "a", "old"));

    store()
        .write(
            PlainBatch.in(partition, timestamp())
                .put(row(partition, 1, "a", "new"))
                .delete(key(partition, 1, "b"))
                .delete(
                    ROWS.rows()
                        .atLeast(ContractTables.MAJOR.of(2))
                        .atMost(ContractTables.MAJOR.of(3)))
                .put(row(partition, 4, "a", "new"))
                .build());

    assertThat(rows(partition))
        .containsExactly(row(partition, 1, "a", "new"), row(partition, 4, "a", "new"));
  }
}
