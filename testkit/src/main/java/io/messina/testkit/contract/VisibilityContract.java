package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.ContractTables.TOTAL;
import static io.messina.testkit.contract.Fences.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * Readers beside a writer see its batches whole, see acknowledged writes, and never see an older
 * state again. The writer counts: batch number n writes n everywhere.
 */
interface VisibilityContract extends ContractPart {

  int BATCHES = Boolean.getBoolean("messina.test.everything") ? 300 : 100;

  /** Reading ends with the writing, and in any case. */
  int READS_MAX = 100_000;

  int READERS = 3;

  @Test
  default void readers_see_plain_batches_whole_and_in_order() throws Exception {
    PartitionKey partition = fresh(ROWS);
    assertNeverTorn(
        number -> store().write(pair(partition, number)), () -> numberInBothRows(partition));
  }

  @Test
  default void readers_of_one_row_see_what_was_acknowledged() throws Exception {
    PartitionKey partition = fresh(ROWS);
    RowKey second = key(partition, 1, "b");
    assertNeverTorn(
        number -> store().write(pair(partition, number)),
        () -> store().get(second).map(row -> row.get(NUMBER)).orElse(0L));
  }

  @Test
  default void readers_see_a_row_that_moves_exactly_once() throws Exception {
    PartitionKey partition = fresh(ROWS);
    assertNeverTorn(
        number -> store().write(move(partition, number)),
        () -> rows(Scan.of(partition)).stream().mapToLong(row -> row.get(NUMBER)).sum());
  }

  @Test
  default void readers_see_fenced_writes_in_one_order() throws Exception {
    PartitionKey partition = fresh(SHARDS);
    Store patient = new PatientStore(store());
    assertNeverTorn(
        number ->
            assertThat(patient.writeIf(fencedPair(partition, number)))
                .isEqualTo(new FenceOutcome.Applied()),
        () -> patient.getStatic(partition).map(row -> row.get(TOTAL)).orElse(0L));
  }

  @Test
  default void fence_and_static_columns_are_read_as_of_one_moment() throws Exception {
    PartitionKey partition = fresh(SHARDS);
    Store patient = new PatientStore(store());
    assertNeverTorn(
        number -> patient.writeIf(fencedPair(partition, number)),
        () ->
            patient
                .getStatic(partition)
                .map(row -> agreed(row.fence().n(), row.get(TOTAL)))
                .orElse(0L));
  }

  @Test
  default void readers_see_rows_of_fenced_batches_whole_and_in_order() throws Exception {
    PartitionKey partition = fresh(SHARDS);
    Store patient = new PatientStore(store());
    assertNeverTorn(
        number -> patient.writeIf(fencedPair(partition, number)),
        () -> numberInBothRows(partition));
  }

  private PlainBatch pair(PartitionKey partition, long number) {
    return PlainBatch.in(partition, timestamp())
        .put(Row.of(key(partition, 1, "a"), NUMBER.of(number)))
        .put(Row.of(key(partition, 1, "b"), NUMBER.of(number)))
        .build();
  }

  /** Moves the only row from one place to the other. */
  private PlainBatch move(PartitionKey partition, long number) {
    RowKey from = key(partition, 1, number % 2 == 0 ? "a" : "b");
    RowKey to = key(partition, 1, number % 2 == 0 ? "b" : "a");
    return PlainBatch.in(partition, timestamp())
        .delete(from)
        .put(Row.of(to, NUMBER.of(number)))
        .build();
  }

  private FencedBatch fencedPair(PartitionKey partition, long number) {
    Fence next = new Fence(0, number, FIRST.writer());
    FencedBatch.Builder batch =
        number == 1
            ? FencedBatch.first(next, partition)
            : FencedBatch.after(new Fence(0, number - 1, FIRST.writer()), next, partition);
    return batch
        .set(TOTAL.of(number))
        .put(Row.of(key(partition, 1, "a"), NUMBER.of(number)))
        .put(Row.of(key(partition, 1, "b"), NUMBER.of(number)))
        .build();
  }

  private long numberInBothRows(PartitionKey partition) {
    Iterator<Row> rows = store().scan(Scan.of(partition).first(2));
    if (!rows.hasNext()) {
      return 0;
    }
    Row first = rows.next();
    assertThat(rows.hasNext()).as("a second row beside %s", first).isTrue();
    return agreed(first.get(NUMBER), rows.next().get(NUMBER));
  }

  private static long agreed(long left, long right) {
    assertThat(left).as("half of a batch").isEqualTo(right);
    return left;
  }

  private void assertNeverTorn(LongConsumer writing, LongSupplier reading) throws Exception {
    AtomicLong acknowledged = new AtomicLong();
    AtomicBoolean ended = new AtomicBoolean();
    List<Callable<Long>> tasks = new ArrayList<>();
    tasks.add(
        () -> {
          try {
            for (long number = 1; number <= BATCHES; number++) {
              writing.accept(number);
              acknowledged.set(number);
            }
            return acknowledged.get();
          } finally {
            ended.set(true);
          }
        });
    for (int reader = 0; reader < READERS; reader++) {
      tasks.add(
          () -> {
            long last = 0;
            for (int reads = 0; reads < READS_MAX && !ended.get(); reads++) {
              long floor = Math.max(last, acknowledged.get());
              last = reading.getAsLong();
              assertThat(last).isGreaterThanOrEqualTo(floor);
            }
            return last;
          });
    }
    runConcurrently(tasks);
    assertThat(reading.getAsLong()).isEqualTo(BATCHES);
  }
}
