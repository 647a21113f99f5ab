package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractPart.assertRefused;
import static io.messina.testkit.contract.ContractTables.NAME;
import static io.messina.testkit.contract.ContractTables.OWNER;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.Fences.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Callers may be interrupted, clocks set back, and a store closed while it is used. */
interface LifecycleContract extends ContractPart {

  int WRITERS = 4;

  /** Writing ends with the store, and in any case. */
  int WRITES_MAX = 1_000_000;

  @Test
  default void an_interrupted_caller_does_what_it_would_have_and_stays_interrupted() {
    PartitionKey plain = fresh(ROWS);
    PartitionKey fenced = fresh(SHARDS);
    Row row = row(plain, 1, "a", "text");
    FencedBatch first = FencedBatch.first(FIRST, fenced).set(OWNER.of("one")).build();

    assertUnharmed(() -> put(row));
    assertUnharmed(() -> assertThat(store().get(row.key())).contains(row));
    assertUnharmed(() -> assertThat(rows(plain)).containsExactly(row));
    assertUnharmed(() -> assertThat(store().partitions(PartitionWalk.of(ROWS))).hasNext());
    assertUnharmed(() -> assertThat(store().writeIf(first)).isEqualTo(new FenceOutcome.Applied()));
    assertUnharmed(() -> assertThat(store().getStatic(fenced)).isPresent());
    assertUnharmed(() -> store().create(ROWS));
  }

  @Test
  default void a_caller_interrupted_in_the_midst_loses_nothing() throws Exception {
    PartitionKey partition = fresh(ROWS);
    int writes = 200;
    CompletableFuture<Thread> writer = new CompletableFuture<>();
    CountDownLatch ended = new CountDownLatch(1);
    Callable<Integer> writing =
        () -> {
          writer.complete(Thread.currentThread());
          try {
            for (int i = 0; i < writes; i++) {
              put(row(partition, i, "", "text"));
              awaitInterrupt();
            }
          } finally {
            ended.countDown();
          }
          return writes;
        };
    Callable<Integer> interrupting =
        () -> {
          while (ended.getCount() > 0) {
            writer.get().interrupt();
          }
          return 0;
        };

    runConcurrently(List.of(writing, interrupting));

    assertThat(rows(partition)).hasSize(writes);
  }

  @Test
  default void the_floor_of_timestamps_lies_above_all_that_was_acknowledged_if_it_is_known() {
    PartitionKey partition = fresh(ROWS);
    long ahead = timestamp() + 3_600_000_000L;
    store().write(PlainBatch.in(partition, ahead).put(row(partition, 1, "a", "text")).build());
    assertFloor(ahead);
    put(row(partition, 1, "b", "earlier"));
    assertFloor(ahead);
  }

  @Test
  default void a_closed_store_refuses_everything() {
    Store store = openAnother();
    store.create(ROWS);
    store.create(SHARDS);
    PartitionKey plain = fresh(ROWS);
    PartitionKey fenced = fresh(SHARDS);
    PlainBatch batch = PlainBatch.in(plain, timestamp()).put(row(plain, 1, "a", "text")).build();
    FencedBatch fencedBatch = FencedBatch.first(FIRST, fenced).build();
    store.write(batch);

    store.close();
    store.close();

    assertRefused(Code.CLOSED, () -> store.create(ROWS));
    assertRefused(Code.CLOSED, () -> store.get(key(plain, 1, "a")));
    assertRefused(Code.CLOSED, () -> store.getStatic(fenced));
    assertRefused(Code.CLOSED, () -> store.look(fenced));
    assertRefused(Code.CLOSED, () -> store.scan(Scan.of(plain)).hasNext());
    assertRefused(Code.CLOSED, () -> store.partitions(PartitionWalk.of(ROWS)).hasNext());
    assertRefused(Code.CLOSED, () -> store.write(batch));
    assertRefused(Code.CLOSED, () -> store.writeIf(fencedBatch));
  }

  @Test
  default void a_store_closed_under_many_threads_ends_what_is_under_way() throws Exception {
    Store store = openAnother();
    store.create(ROWS);
    String name = trial().freshName();
    CountDownLatch writing = new CountDownLatch(WRITERS);
    List<Callable<Code>> tasks = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      PartitionKey partition = ROWS.partition(NAME.of(name + "-" + i));
      tasks.add(() -> useUntilClosed(store, partition, writing));
    }
    tasks.add(
        () -> {
          writing.await();
          store.close();
          return Code.CLOSED;
        });
    assertThat(runConcurrently(tasks)).containsOnly(Code.CLOSED);
  }

  private Code useUntilClosed(Store store, PartitionKey partition, CountDownLatch writing) {
    try {
      store.write(PlainBatch.in(partition, timestamp()).put(row(partition, 0, "", "")).build());
    } finally {
      writing.countDown();
    }
    try {
      Iterator<Row> open = store.scan(Scan.of(partition));
      for (int i = 1; i < WRITES_MAX; i++) {
        Row row = row(partition, i, "", "text");
        store.write(PlainBatch.in(partition, timestamp()).put(row).build());
        assertThat(store.get(row.key())).contains(row);
        if (open.hasNext()) {
          open.next();
        }
      }
      throw new AssertionError("the store was never closed");
    } catch (StoreException e) {
      return e.code();
    }
  }

  /** Takes the interrupt that has come by now, or the next one. */
  private static void awaitInterrupt() {
    while (!Thread.interrupted()) {
      Thread.onSpinWait();
    }
  }

  private void assertFloor(long acknowledged) {
    long floor = store().timestampFloorMicros();
    assertThat(floor == 0 || floor >= acknowledged).as("floor %d", floor).isTrue();
  }

  private static void assertUnharmed(Runnable operation) {
    Thread.currentThread().interrupt();
    boolean interrupted;
    try {
      operation.run();
    } finally {
      interrupted = Thread.interrupted();
    }
    assertThat(interrupted).isTrue();
  }
}
