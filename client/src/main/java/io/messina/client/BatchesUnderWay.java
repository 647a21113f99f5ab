package io.messina.client;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The numbered batches that are under way. None goes so far beyond another that a shard could not
 * tell any more whether it has that one. Safe for use by many threads.
 */
final class BatchesUnderWay {

  /** How far below the highest number a shard knows which batches it has. */
  static final int WINDOW = 64;

  /** By source; under the lock of this. */
  private final Map<String, NavigableSet<Long>> numbers = new HashMap<>();

  /**
   * Sends a batch.
   *
   * @throws IllegalArgumentException where another must be answered first
   */
  <T> CompletableFuture<T> during(SourceBatch batch, Supplier<CompletableFuture<T>> sending) {
    begin(batch);
    try {
      return sending.get().whenComplete((answer, failure) -> end(batch));
    } catch (RuntimeException e) {
      end(batch);
      throw e;
    }
  }

  private synchronized void begin(SourceBatch batch) {
    NavigableSet<Long> underWay = numbers.computeIfAbsent(batch.source(), any -> new TreeSet<>());
    if (!underWay.isEmpty() && batch.number() - underWay.first() >= WINDOW) {
      throw new IllegalArgumentException(
          "batch: "
              + batch.number()
              + " while "
              + underWay.first()
              + " is under way (expected: less than "
              + WINDOW
              + " above)");
    }
    underWay.add(batch.number());
  }

  private synchronized void end(SourceBatch batch) {
    NavigableSet<Long> underWay = numbers.getOrDefault(batch.source(), new TreeSet<>());
    underWay.remove(batch.number());
    if (underWay.isEmpty()) {
      numbers.remove(batch.source());
    }
  }
}
