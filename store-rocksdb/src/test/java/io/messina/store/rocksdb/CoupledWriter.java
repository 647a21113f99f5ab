package io.messina.store.rocksdb;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Puts row n of a log, then sets a count to n, if it is to count, then row n + 1, and so on, until
 * it is killed; each again until the store takes it. Prints a line for each number that was
 * acknowledged, and one where the store took nothing.
 */
final class CoupledWriter {

  static final String REFUSED = "refused";

  private static final int OWNERS = 3;
  private static final long RETRY_NANOS = 20_000_000;

  private CoupledWriter() {}

  public static void main(String[] arguments) throws InterruptedException {
    RocksStoreOptions options =
        RocksStoreOptions.DEFAULT.withDurability(Durability.valueOf(arguments[1]));
    int fileBytes = Integer.parseInt(arguments[2]);
    boolean counts = Boolean.parseBoolean(arguments[3]);
    RocksStore store = open(Path.of(arguments[0]), options, fileBytes);
    HybridClock clock = new HybridClock(InstantSource.system(), store.timestampFloorMicros());
    for (int i = 0; i < OWNERS; i++) {
      String owner = "owner" + i;
      Thread.ofPlatform().start(() -> couple(store, owner, counts, clock));
    }
    Thread.currentThread().join();
  }

  static RocksStore open(Path folder, RocksStoreOptions options, int fileBytes) {
    RowLogs.Settings logs = new RowLogs.Settings(RowLogs.Settings.DEFAULT.isLog(), fileBytes);
    RocksStore store = RocksStore.open(folder, options, logs, InstantSource.system());
    Samples.createAll(store);
    return store;
  }

  /** How far the count is behind the rows, which have no holes; or why it cannot be told. */
  static String check(Store store, String owner) {
    long rows = 0;
    Iterator<Row> scan = store.scan(Scan.of(Samples.partition(Samples.EVENTS, owner)));
    while (scan.hasNext()) {
      if (!scan.next().equals(Samples.row(Samples.EVENTS, owner, rows))) {
        return "no row " + rows;
      }
      rows++;
    }
    long counted = count(store, owner).map(fence -> fence.n() + 1).orElse(0L);
    return counted == rows || counted == rows - 1 ? "" : counted + " counted, " + rows + " rows";
  }

  private static long rows(Store store, String owner) {
    return Samples.numbers(store, Samples.EVENTS, owner).size();
  }

  private static Optional<Fence> count(Store store, String owner) {
    return store.getStatic(Samples.partition(Samples.COUNTERS, owner)).map(StaticRow::fence);
  }

  private static void couple(Store store, String owner, boolean counts, HybridClock clock) {
    Incarnation me = Incarnation.next(new SecureRandom());
    Optional<Fence> expected = count(store, owner);
    long first = counts ? expected.map(Fence::n).orElse(-1L) + 1 : rows(store, owner);
    for (long number = first; ; number++) {
      long row = number;
      patiently(() -> store.write(Samples.put(Samples.EVENTS, owner, row, clock.next())));
      if (counts) {
        Fence next = new Fence(0, number, me);
        FencedBatch batch = batch(Samples.partition(Samples.COUNTERS, owner), expected, next);
        patiently(() -> apply(store, batch, next));
        expected = Optional.of(next);
      }
      System.out.println(owner + " " + (number + 1));
    }
  }

  private static FencedBatch batch(PartitionKey partition, Optional<Fence> expected, Fence next) {
    return expected
        .map(fence -> FencedBatch.after(fence, next, partition))
        .orElseGet(() -> FencedBatch.first(next, partition))
        .build();
  }

  private static void apply(Store store, FencedBatch batch, Fence next) {
    if (store.writeIf(batch) instanceof FenceOutcome.Rejected rejected
        && !rejected.standing().equals(Optional.of(next))) {
      throw new IllegalStateException("another writer: " + rejected);
    }
  }

  private static void patiently(Runnable write) {
    while (true) {
      try {
        write.run();
        return;
      } catch (StoreUnavailableException | UnknownOutcomeException e) {
        System.out.println(REFUSED);
        LockSupport.parkNanos(RETRY_NANOS);
      } catch (StoreException e) {
        System.out.println(e.getMessage());
        throw e;
      }
    }
  }
}
