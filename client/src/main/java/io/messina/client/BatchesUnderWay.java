package io.messina.client;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The numbered batches of a client that are under way: being sent, or failed so that they may come
 * again. None goes so far beyond another that a shard could not tell any more whether it has that
 * one. Safe for use by many threads.
 */
final class BatchesUnderWay {

  /** How far below the highest number a shard knows which batches it has. */
  static final int WINDOW = 64;

  /** How many there are of all sources together. */
  static final int BATCHES_MAX = 100_000;

  private final int most;

  /** By producer and number how often one is being sent now; under the lock of this. */
  private final Map<Producer, NavigableMap<Long, Integer>> sendings = new HashMap<>();

  private int count;

  private record Producer(StreamName stream, String source) {}

  BatchesUnderWay(int most) {
    this.most = most;
  }

  /**
   * Sends a batch, which then counts until it is acknowledged, refused or given up. The future
   * fails with {@link MessinaException.Overloaded} where there are too many.
   *
   * @throws IllegalArgumentException where another must be acknowledged first
   */
  <T> CompletableFuture<T> during(
      StreamName stream, SourceBatch batch, Supplier<CompletableFuture<T>> sending) {
    Producer producer = new Producer(stream, batch.source());
    if (!begin(producer, batch.number())) {
      String detail = most + " numbered batches are not acknowledged";
      return CompletableFuture.failedFuture(
          new MessinaException.Overloaded(Problem.of("buffer_full", detail), null));
    }
    return Futures.seen(sending.get(), failure -> end(producer, batch.number(), failure));
  }

  private synchronized boolean begin(Producer producer, long number) {
    NavigableMap<Long, Integer> numbers = sendings.getOrDefault(producer, new TreeMap<>());
    if (!numbers.isEmpty() && number - numbers.firstKey() >= WINDOW) {
      throw new IllegalArgumentException(
          "batch: "
              + number
              + " while "
              + numbers.firstKey()
              + " is not acknowledged (expected: less than "
              + WINDOW
              + " above)");
    }
    if (!numbers.containsKey(number)) {
      if (count == most) {
        return false;
      }
      count++;
    }
    numbers.merge(number, 1, Integer::sum);
    sendings.put(producer, numbers);
    return true;
  }

  private synchronized void end(Producer producer, long number, @Nullable Throwable failure) {
    int others = times(producer, number) - 1;
    boolean acknowledged = failure == null;
    boolean refused =
        failure instanceof MessinaException.Refused || failure instanceof MessinaException.NotFound;
    if (acknowledged || (refused && others <= 0)) {
      forget(producer, number);
    } else {
      sendings
          .getOrDefault(producer, new TreeMap<>())
          .computeIfPresent(number, (same, times) -> others);
    }
  }

  /** A batch that failed will not be sent again; one that is being sent still counts. */
  synchronized void giveUp(StreamName stream, SourceBatch batch) {
    Producer producer = new Producer(stream, batch.source());
    if (times(producer, batch.number()) <= 0) {
      forget(producer, batch.number());
    }
  }

  synchronized boolean isEmpty() {
    return sendings.isEmpty() && count == 0;
  }

  private int times(Producer producer, long number) {
    return sendings.getOrDefault(producer, new TreeMap<>()).getOrDefault(number, 0);
  }

  private void forget(Producer producer, long number) {
    NavigableMap<Long, Integer> numbers = sendings.getOrDefault(producer, new TreeMap<>());
    if (numbers.remove(number) != null) {
      count--;
    }
    if (numbers.isEmpty()) {
      sendings.remove(producer);
    }
  }
}
