package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.NAME;
import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.ContractTables.SINGLE;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StoreException.Code;
import io.messina.store.Table;
import java.util.Collections;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Tables exist once they were created, each as it was first declared. */
interface TablesContract extends ContractPart {

  @Test
  default void creating_a_table_again_keeps_its_rows() {
    PartitionKey partition = fresh(ROWS);
    Row row = row(partition, 1, "a", "stays");
    put(row);
    store().create(ROWS);
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void a_table_may_be_created_by_many_at_once() throws Exception {
    Table table = Table.plain("contract_created").partitionedBy(NAME).columns(TEXT, NUMBER).build();
    Callable<Table> creation =
        () -> {
          store().create(table);
          return table;
        };
    assertThat(runConcurrently(Collections.nCopies(4, creation))).containsOnly(table);

    Row row = Row.of(fresh(table).row(), TEXT.of("text"));
    put(row);
    assertThat(store().get(row.key())).contains(row);
  }

  @Test
  default void another_definition_of_a_table_is_refused_naming_both() {
    PartitionKey partition = fresh(SINGLE);
    Row row = Row.of(partition.row(), TEXT.of("stays"));
    put(row);
    Table other = Table.plain(SINGLE.name()).partitionedBy(NAME).columns(TEXT).build();

    ContractPart.assertRefused(Code.TABLE_DIFFERS, () -> store().create(other));

    assertThatThrownBy(() -> store().create(other))
        .hasMessageContaining(other.definition())
        .hasMessageContaining(SINGLE.definition());
    store().create(SINGLE);
    assertThat(store().get(row.key())).contains(row);
  }

  @Test
  default void another_kind_order_or_trait_is_another_definition() {
    for (Table other :
        new Table[] {
          Table.fenced(SINGLE.name()).partitionedBy(NAME).columns(TEXT).build(),
          Table.plain(SINGLE.name()).partitionedBy(NAME).clusteredBy(MAJOR).columns(TEXT).build(),
          Table.plain(SINGLE.name()).partitionedBy(NAME).columns(TEXT, ContractTables.ORDER).build()
        }) {
      ContractPart.assertRefused(Code.TABLE_DIFFERS, () -> store().create(other));
    }
    Table ascending =
        Table.plain(ContractTables.NEWEST_FIRST.name())
            .partitionedBy(NAME)
            .clusteredBy(MAJOR, ContractTables.MINOR)
            .columns(TEXT, NUMBER, ContractTables.PAYLOAD)
            .expiring()
            .build();
    ContractPart.assertRefused(Code.TABLE_DIFFERS, () -> store().create(ascending));
  }

  @Test
  default void a_table_is_not_used_by_another_definition() {
    Table other = Table.plain(ROWS.name()).partitionedBy(NAME).columns(TEXT).build();
    PartitionKey partition = fresh(other);
    ContractPart.assertRefused(Code.TABLE_DIFFERS, () -> store().get(partition.row()));
    PlainBatch batch =
        PlainBatch.in(partition, timestamp()).put(Row.of(partition.row(), TEXT.of("text"))).build();
    ContractPart.assertRefused(Code.TABLE_DIFFERS, () -> store().write(batch));
  }

  @Test
  default void a_plain_table_that_was_never_created_is_missing() {
    Table missing = Table.plain("contract_missing").partitionedBy(NAME).columns(TEXT).build();
    PartitionKey partition = fresh(missing);
    ContractPart.assertRefused(Code.TABLE_MISSING, () -> store().get(partition.row()));
    ContractPart.assertRefused(
        Code.TABLE_MISSING, () -> store().scan(Scan.of(partition)).hasNext());
    PlainBatch batch =
        PlainBatch.in(partition, timestamp()).put(Row.of(partition.row(), TEXT.of("text"))).build();
    ContractPart.assertRefused(Code.TABLE_MISSING, () -> store().write(batch));
    PlainBatch delete = PlainBatch.in(partition, timestamp()).deletePartition().build();
    ContractPart.assertRefused(Code.TABLE_MISSING, () -> store().write(delete));
  }

  @Test
  default void a_fenced_table_that_was_never_created_is_missing() {
    Table missing =
        Table.fenced("contract_missing_fenced").partitionedBy(NAME).columns(TEXT).build();
    PartitionKey partition = fresh(missing);
    ContractPart.assertRefused(Code.TABLE_MISSING, () -> store().getStatic(partition));
    ContractPart.assertRefused(Code.TABLE_MISSING, () -> store().look(partition));
    ContractPart.assertRefused(
        Code.TABLE_MISSING,
        () -> store().writeIf(FencedBatch.first(Fences.FIRST, partition).build()));
  }

  @Test
  default void only_fenced_partitions_have_static_columns() {
    PartitionKey plain = fresh(ROWS);
    assertThatThrownBy(() -> store().getStatic(plain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ROWS.name());
    assertThatThrownBy(() -> store().look(plain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(ROWS.name());
    assertThat(store().getStatic(fresh(SHARDS))).isEmpty();
  }
}
