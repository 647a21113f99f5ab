package io.messina.bench.enrich;

import io.messina.enrich.StateRow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads and writes for each event, even if other requests are under way for its key. One thread
 * begins, the thread of the database continues, and nothing is handed over in between.
 */
final class Unordered {

  private final EnrichmentDatabase database;
  private final Semaphore permits;
  private final int permitsMax;
  private final LongAdder outputs = new LongAdder();

  Unordered(EnrichmentDatabase database, int permits) {
    this.database = database;
    this.permitsMax = permits;
    this.permits = new Semaphore(permits);
  }

  void run(int[] keys) {
    for (int i = 0; i < keys.length; i++) {
      int key = keys[i];
      int position = i + 1;
      permits.acquireUninterruptibly();
      database.read(key, row -> write(key, position, row == null ? 0 : count(row)));
    }
    permits.acquireUninterruptibly(permitsMax);
  }

  private static long count(StateRow<Long> row) {
    Long count = row.state();
    return count == null ? 0 : count;
  }

  private void write(int key, int position, long count) {
    database.write(key, new StateRow<>(count + 1, 1, position), row -> finish(count + 1));
  }

  private void finish(long output) {
    outputs.add(output);
    permits.release();
  }
}
