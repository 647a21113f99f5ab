package io.messina.testkit.contract;

import io.messina.store.Column;
import io.messina.store.HybridClock;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.store.Table;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * One store under test, with the contract's tables and the state that its tests share.
 *
 * @param store the engine
 * @param clock the engine's clock
 * @param timestamps for plain writes, by the same clock
 * @param name of the run
 * @param partitions how many were named so far
 */
record Trial(
    Store store, TestClock clock, HybridClock timestamps, String name, AtomicLong partitions) {

  static Trial begin(Function<InstantSource, Store> opener) {
    SystemRun run = SystemRun.begin();
    TestClock clock = new TestClock(run.start());
    Store store = opener.apply(clock);
    ContractTables.ALL.forEach(store::create);
    HybridClock timestamps = new HybridClock(clock, store.timestampFloorMicros());
    return new Trial(store, clock, timestamps, run.name(), new AtomicLong());
  }

  /** A text that no partition has in its key yet. */
  String freshName() {
    return name + "-" + partitions.incrementAndGet();
  }

  /** A partition that was never written, of a table that is partitioned by one text. */
  PartitionKey fresh(Table table) {
    @SuppressWarnings("unchecked") // this holds for all tables except the one of all types
    Column<String> column = (Column<String>) table.partitionColumns().getFirst();
    return table.partition(column.of(freshName()));
  }
}
