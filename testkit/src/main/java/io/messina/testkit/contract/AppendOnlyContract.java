package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.LOG;
import static io.messina.testkit.contract.ContractTables.PAYLOAD;
import static io.messina.testkit.contract.ContractTables.SEQUENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import org.junit.jupiter.api.Test;

/** Rows of an append-only table are put once and leave by expiry or with their partition. */
interface AppendOnlyContract extends ContractPart {

  @Test
  default void appended_rows_are_read_in_their_order() {
    PartitionKey partition = fresh(LOG);
    Row[] rows = {event(partition, 1), event(partition, 2), event(partition, 3)};
    put(rows[0], rows[1]);
    put(rows[2]);
    assertThat(rows(partition)).containsExactly(rows);
    assertThat(rows(Scan.of(partition).reverse().first(1))).containsExactly(rows[2]);
    assertThat(rows(Scan.of(partition, LOG.rows().atLeast(SEQUENCE.of(2L)))))
        .containsExactly(rows[1], rows[2]);
    assertThat(store().get(rows[1].key())).contains(rows[1]);
  }

  @Test
  default void appending_again_what_was_appended_is_harmless() {
    PartitionKey partition = fresh(LOG);
    Row row = event(partition, 1);
    PlainBatch batch = PlainBatch.in(partition, timestamp()).put(row).build();
    store().write(batch);
    store().write(batch);
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void a_deleted_partition_hides_what_was_appended_before_also_if_it_arrives_later() {
    PartitionKey partition = fresh(LOG);
    PlainBatch late = PlainBatch.in(partition, timestamp()).put(event(partition, 2)).build();
    put(event(partition, 1));
    store().write(PlainBatch.in(partition, timestamp()).deletePartition().build());
    store().write(late);
    assertThat(rows(partition)).isEmpty();

    Row row = event(partition, 3);
    put(row);
    assertThat(rows(partition)).containsExactly(row);
  }

  private static Row event(PartitionKey partition, long sequence) {
    return Row.of(
        partition.row(SEQUENCE.of(sequence)), PAYLOAD.of(Bytes.utf8("event " + sequence)));
  }
}
