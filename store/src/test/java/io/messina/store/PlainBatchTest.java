package io.messina.store;

import static io.messina.store.Examples.LASTING;
import static io.messina.store.Examples.LOG;
import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.MINOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.PARTITION;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.assertRefused;
import static io.messina.store.Examples.key;
import static io.messina.store.Examples.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlainBatchTest {

  private static final PartitionKey OTHER = ROWS.partition(NAME.of("other"));

  @Test
  void a_batch_has_a_partition_a_timestamp_and_changes() {
    Instant expiresAt = Instant.EPOCH.plusMillis(1);
    PlainBatch batch =
        PlainBatch.in(PARTITION, 7)
            .put(row(PARTITION, 1, "a"))
            .put(row(PARTITION, 1, "b"), expiresAt)
            .delete(key(PARTITION, 1, "c"))
            .delete(ROWS.rows().above(MAJOR.of(1)))
            .build();
    assertThat(batch.partition()).isEqualTo(PARTITION);
    assertThat(batch.timestampMicros()).isEqualTo(7);
    assertThat(batch.mutations())
        .containsExactly(
            new Mutation.Put(row(PARTITION, 1, "a"), Optional.empty()),
            new Mutation.Put(row(PARTITION, 1, "b"), Optional.of(expiresAt)),
            new Mutation.DeleteRow(key(PARTITION, 1, "c")),
            new Mutation.DeleteRange(ROWS.rows().above(MAJOR.of(1))));
    assertThat(batch).hasToString("rows(name=p) at 7: 4 mutations");
    assertThat(PlainBatch.in(PARTITION, 0).deletePartition().build().mutations())
        .containsExactly(new Mutation.DeletePartition());
  }

  @Test
  void a_plain_write_to_a_fenced_table_is_refused() {
    PartitionKey shard = SHARDS.partition(NAME.of("s"));
    assertRefused("table: shards (expected: a PLAIN table)", () -> PlainBatch.in(shard, 0));
  }

  @Test
  void a_timestamp_before_1970_is_refused() {
    assertRefused("timestampMicros: -1 (expected: from 0)", () -> PlainBatch.in(PARTITION, -1));
  }

  @Test
  void a_batch_over_two_partitions_is_refused() {
    String message =
        "partition: rows(name=other) (expected: rows(name=p), as a batch is of one partition)";
    assertRefused(message, () -> PlainBatch.in(PARTITION, 0).put(row(OTHER, 1, "a")));
    assertRefused(
        message, () -> PlainBatch.in(PARTITION, 0).put(row(OTHER, 1, "a"), Instant.EPOCH));
    assertRefused(message, () -> PlainBatch.in(PARTITION, 0).delete(key(OTHER, 1, "a")));
  }

  @Test
  void a_range_of_another_table_is_refused() {
    assertRefused(
        "range: shards all rows (expected: a range of rows)",
        () -> PlainBatch.in(PARTITION, 0).delete(SHARDS.rows()));
  }

  @Test
  void an_expiry_in_a_table_that_is_not_expiring_is_refused() {
    PartitionKey lasting = LASTING.partition(NAME.of("p"));
    assertRefused(
        "expiresAt: 1970-01-01T00:00:00Z (expected: none, as lasting is not expiring)",
        () -> PlainBatch.in(lasting, 0).put(Row.of(lasting.row()), Instant.EPOCH));
  }

  @Test
  void an_expiry_finer_than_milliseconds_is_refused() {
    assertRefused(
        "expiresAt: 1970-01-01T00:00:00.000000001Z (expected: whole milliseconds)",
        () -> PlainBatch.in(PARTITION, 0).put(row(PARTITION, 1, "a"), Instant.EPOCH.plusNanos(1)));
  }

  @Test
  void a_row_put_twice_is_refused() {
    PlainBatch.Builder batch = PlainBatch.in(PARTITION, 0).put(row(PARTITION, 1, "a"));
    assertRefused(
        "put: rows(name=p)(major=1, minor=a) twice (expected: each row once in a batch)",
        () -> batch.put(Row.of(key(PARTITION, 1, "a"))));
  }

  @Test
  void a_row_put_and_deleted_in_one_batch_is_refused() {
    String message =
        "put: rows(name=p)(major=1, minor=a)"
            + " (expected: a row that the same batch does not delete)";
    Row row = row(PARTITION, 1, "a");
    ClusteringRange range = ROWS.rows().within(MAJOR.of(1)).above(MAJOR.of(1), MINOR.of(""));
    assertRefused(message, () -> PlainBatch.in(PARTITION, 0).put(row).delete(row.key()).build());
    assertRefused(message, () -> PlainBatch.in(PARTITION, 0).delete(row.key()).put(row).build());
    assertRefused(message, () -> PlainBatch.in(PARTITION, 0).put(row).delete(range).build());
    assertRefused(message, () -> PlainBatch.in(PARTITION, 0).deletePartition().put(row).build());
    assertThat(
            PlainBatch.in(PARTITION, 0)
                .put(row(PARTITION, 1, ""))
                .delete(range)
                .build()
                .mutations())
        .hasSize(2);
  }

  @Test
  void an_append_only_table_loses_whole_partitions_only() {
    PartitionKey log = LOG.partition(NAME.of("p"));
    assertRefused(
        "delete: row log(name=p)(major=1) (expected: a whole partition, as log is append-only)",
        () -> PlainBatch.in(log, 0).delete(log.row(MAJOR.of(1))));
    assertRefused(
        "delete: range log all rows (expected: a whole partition, as log is append-only)",
        () -> PlainBatch.in(log, 0).delete(LOG.rows()));
    assertThat(PlainBatch.in(log, 0).deletePartition().build().mutations()).hasSize(1);
  }
}
