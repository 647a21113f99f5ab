package io.messina.store.rocksdb;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.store.Table;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Writes from many threads until it is killed, and prints a line for each write that was
 * acknowledged: table, owner, number. With one more argument it also tells when it begins to open
 * the store, and when that is open.
 */
final class CrashingWriter {

  static final String OPENING = "opening";
  static final String OPEN = "open";

  private static final int THREADS_PER_TABLE = 3;

  private CrashingWriter() {}

  public static void main(String[] arguments) throws InterruptedException {
    RocksStoreOptions options =
        RocksStoreOptions.DEFAULT.withDurability(Durability.valueOf(arguments[2]));
    tellIf(arguments.length > 3, OPENING);
    RocksStore store = RocksStore.open(Path.of(arguments[0]), options, InstantSource.system());
    Samples.createAll(store);
    tellIf(arguments.length > 3, OPEN);
    HybridClock clock = new HybridClock(InstantSource.system(), store.timestampFloorMicros());
    for (int i = 0; i < THREADS_PER_TABLE; i++) {
      String owner = arguments[1] + "-" + i;
      Thread.ofPlatform().start(() -> writePlain(store, Samples.NOTES, owner, clock));
      Thread.ofPlatform().start(() -> writePlain(store, Samples.LOG, owner, clock));
      Thread.ofPlatform().start(() -> writePlain(store, Samples.EVENTS, owner, clock));
      String counter = "counter-" + i;
      Thread.ofPlatform().start(() -> count(store, counter));
    }
    Thread.currentThread().join();
  }

  private static void writePlain(RocksStore store, Table table, String owner, HybridClock clock) {
    for (long number = 0; ; number++) {
      store.write(Samples.put(table, owner, number, clock.next()));
      tell(table, owner, number);
    }
  }

  private static void count(RocksStore store, String owner) {
    PartitionKey partition = Samples.partition(Samples.COUNTERS, owner);
    Incarnation me = Incarnation.next(new SecureRandom());
    Optional<StaticRow> standing = store.getStatic(partition);
    long number = standing.map(row -> row.get(Samples.COUNT) + 1).orElse(0L);
    Optional<Fence> expected = standing.map(StaticRow::fence);
    while (true) {
      Fence next = new Fence(0, number, me);
      FencedBatch.Builder batch =
          expected
              .map(fence -> FencedBatch.after(fence, next, partition))
              .orElseGet(() -> FencedBatch.first(next, partition));
      batch.set(Samples.COUNT.of(number)).put(Samples.row(Samples.COUNTERS, owner, number));
      if (!(store.writeIf(batch.build()) instanceof FenceOutcome.Applied)) {
        throw new IllegalStateException("another writer of " + partition);
      }
      tell(Samples.COUNTERS, owner, number);
      expected = Optional.of(next);
      number++;
    }
  }

  private static void tellIf(boolean wanted, String what) {
    if (wanted) {
      System.out.println(what);
    }
  }

  private static void tell(Table table, String owner, long number) {
    System.out.println(table.name() + " " + owner + " " + number);
  }
}
