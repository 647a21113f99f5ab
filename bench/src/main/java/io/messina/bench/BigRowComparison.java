package io.messina.bench;

import io.messina.bench.figures.Percentiles;
import io.messina.store.Bytes;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/**
 * Durable rows of 21 KB a second from 64 threads: the store beside bare RocksDB with one committer,
 * in turns, so that a noisy machine disturbs both alike.
 */
final class BigRowComparison {

  private static final int ROW_BYTES = 21_000;
  private static final int WRITERS = 64;
  private static final int ROWS_PER_ROUND = 20_000;
  private static final int ROUNDS = 7;

  /** Writes one row and returns when it is durable. */
  private interface Arm {
    void write(long owner, long number, Bytes content) throws RocksDBException;
  }

  private BigRowComparison() {}

  static void run() throws IOException, InterruptedException, RocksDBException {
    List<Double> bare = new ArrayList<>();
    List<Double> store = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      try (BareRocks rocks = BareRocks.open()) {
        bare.add(
            rowsPerSecond(
                (owner, number, content) -> rocks.write(owner, number, content.toArray())));
      }
      try (EmbeddedStore embedded = EmbeddedStore.open(RocksStoreOptions.DEFAULT)) {
        store.add(
            rowsPerSecond(
                (owner, number, content) ->
                    embedded.put(EmbeddedStore.LOG, owner, number, content)));
      }
      System.out.printf(
          "round %d: bare %,.0f rows/s, store %,.0f rows/s%n",
          round, bare.getLast(), store.getLast());
    }
    double ratio = median(store) / median(bare);
    System.out.printf(
        "median: bare %,.0f rows/s, store %,.0f rows/s, ratio %.2f%n",
        median(bare), median(store), ratio);
  }

  private static double rowsPerSecond(Arm arm) throws InterruptedException {
    Bytes content = EmbeddedStore.content(ROW_BYTES, 1);
    AtomicLong left = new AtomicLong(ROWS_PER_ROUND);
    List<Thread> writers = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < WRITERS; i++) {
      long owner = i;
      writers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (long number = 0; left.getAndDecrement() > 0; number++) {
                      writeOrFail(arm, owner, number, content);
                    }
                  }));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    return ROWS_PER_ROUND / ((System.nanoTime() - start) / 1e9);
  }

  private static void writeOrFail(Arm arm, long owner, long number, Bytes content) {
    try {
      arm.write(owner, number, content);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double median(List<Double> values) {
    return Percentiles.of(values).median();
  }
}
