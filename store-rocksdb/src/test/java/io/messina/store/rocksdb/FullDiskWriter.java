package io.messina.store.rocksdb;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Fills its disk, makes room, and checks what it can do meanwhile; prints how many rows were
 * acknowledged.
 */
final class FullDiskWriter {

  private static final long FULL_BYTES = 256 * 1024;
  private static final int ROWS_BEFORE = 100;
  private static final int REFUSALS = 20;
  private static final int TRIES_MAX = 1_200;
  private static final long TRY_NANOS = 50_000_000;
  private static final int ROWS_MAX = 100_000;

  private FullDiskWriter() {}

  public static void main(String[] arguments) throws Throwable {
    try (RocksStore store =
        RocksStore.open(Path.of(arguments[0]), RocksStoreOptions.DEFAULT, InstantSource.system())) {
      Samples.createAll(store);
      long next = 0;
      while (next < ROWS_BEFORE) {
        store.write(Samples.put(Samples.NOTES, "a", next, next));
        next++;
      }
      FileSizeLimit.set(FULL_BYTES);
      while (isWritten(store, next)) {
        next++;
      }
      for (int i = 0; i < REFUSALS; i++) {
        require(!isWritten(store, next), "a full disk took a write");
        checkRows(store, next);
      }
      FencedBatch first =
          FencedBatch.first(
                  new Fence(0, 0, Incarnation.next(new Random(1))),
                  Samples.partition(Samples.COUNTERS, "a"))
              .build();
      require(outcome(store, first).isEmpty(), "a full disk took a fenced write");
      FileSizeLimit.set(Long.MAX_VALUE);
      waitUntilWritten(store, next);
      require(
          outcome(store, first).orElseThrow() instanceof FenceOutcome.Applied,
          "the fenced write sent again");
      checkRows(store, next + 1);
      System.out.println("acknowledged " + (next + 1));
    }
  }

  /** The store tries once a second whether its disk takes writes again. */
  private static void waitUntilWritten(RocksStore store, long number) {
    for (int i = 0; i < TRIES_MAX && !isWritten(store, number); i++) {
      LockSupport.parkNanos(TRY_NANOS);
      require(i < TRIES_MAX - 1, "there is room again, and writes still fail");
    }
  }

  private static boolean isWritten(RocksStore store, long number) {
    require(number < ROWS_MAX, "the disk never became full");
    try {
      store.write(Samples.put(Samples.NOTES, "a", number, number));
      return true;
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  private static Optional<FenceOutcome> outcome(RocksStore store, FencedBatch batch) {
    try {
      return Optional.of(store.writeIf(batch));
    } catch (UnknownOutcomeException | StoreUnavailableException e) {
      return Optional.empty();
    }
  }

  private static void checkRows(RocksStore store, long count) {
    for (long number = 0; number < count; number++) {
      Optional<?> found = store.get(Samples.key(Samples.NOTES, "a", number));
      require(
          found.equals(Optional.of(Samples.row(Samples.NOTES, "a", number))),
          "row " + number + " is missing");
    }
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalStateException(message);
    }
  }
}
