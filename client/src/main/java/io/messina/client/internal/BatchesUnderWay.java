package io.messina.client.internal;

import io.messina.api.SourceBatch;
import io.messina.api.StreamName;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The numbered batches of a client that are under way: being sent, or failed so that they may come
 * again. A number may not exceed another by so much that a shard could no longer tell whether it
 * has the other one. Safe for use by many threads.
 */
public final class BatchesUnderWay {

  /** The size of the window below the highest number in which a shard knows the batches it has. */
  public static final int WINDOW = 64;

  /** The limit on batches of all sources together. */
  public static final int BATCHES_MAX = 100_000;

  private final int most;

  /** By producer and number; under the lock of this. */
  private final Map<Producer, NavigableMap<Long, Sendings>> batches = new HashMap<>();

  private int count;

  private record Producer(StreamName stream, String source) {}

  /**
   * The requests of one batch. It counts while one runs, and afterwards if it may be sent again.
   */
  private static final class Sendings {
    private int running;
    private boolean acknowledged;
    private boolean inDoubt;

    private void end(@Nullable Throwable failure) {
      boolean refused =
          failure instanceof MessinaException.Refused
              || failure instanceof MessinaException.NotFound;
      acknowledged |= failure == null;
      inDoubt = !refused && (inDoubt || failure != null);
    }

    private boolean counts() {
      return running > 0 || (inDoubt && !acknowledged);
    }
  }

  public BatchesUnderWay(int most) {
    this.most = most;
  }

  /**
   * Sends a batch, which then counts until it is acknowledged, refused or given up. The future
   * fails with {@link MessinaException.Overloaded} if there are too many.
   *
   * @throws IllegalArgumentException if another must be acknowledged first
   */
  public <T> CompletableFuture<T> during(
      StreamName stream, SourceBatch batch, Supplier<CompletableFuture<T>> sending) {
    Producer producer = new Producer(stream, batch.source());
    if (!begin(producer, batch.number())) {
      String detail = most + " numbered batches are not acknowledged";
      return CompletableFuture.failedFuture(
          new MessinaException.Overloaded(Problem.of("buffer_full", detail), null));
    }
    CompletableFuture<T> sent;
    try {
      sent = sending.get();
    } catch (RuntimeException | Error e) {
      end(producer, batch.number(), same -> {});
      throw e;
    }
    return FutureAnswers.seen(
        sent, failure -> end(producer, batch.number(), sendings -> sendings.end(failure)));
  }

  private synchronized boolean begin(Producer producer, long number) {
    NavigableMap<Long, Sendings> numbers = batches.getOrDefault(producer, new TreeMap<>());
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
    numbers.computeIfAbsent(number, any -> new Sendings()).running++;
    batches.put(producer, numbers);
    return true;
  }

  private synchronized void end(Producer producer, long number, Consumer<Sendings> told) {
    Sendings sendings = of(producer, number);
    sendings.running--;
    told.accept(sendings);
    if (!sendings.counts()) {
      forget(producer, number);
    }
  }

  /** A batch that failed will not be sent again; one that is being sent still counts. */
  public synchronized void giveUp(StreamName stream, SourceBatch batch) {
    Producer producer = new Producer(stream, batch.source());
    if (of(producer, batch.number()).running == 0) {
      forget(producer, batch.number());
    }
  }

  public synchronized boolean isEmpty() {
    return batches.isEmpty() && count == 0;
  }

  private Sendings of(Producer producer, long number) {
    return batches.getOrDefault(producer, new TreeMap<>()).getOrDefault(number, new Sendings());
  }

  private void forget(Producer producer, long number) {
    NavigableMap<Long, Sendings> numbers = batches.getOrDefault(producer, new TreeMap<>());
    if (numbers.remove(number) != null) {
      count--;
    }
    if (numbers.isEmpty()) {
      batches.remove(producer);
    }
  }
}
