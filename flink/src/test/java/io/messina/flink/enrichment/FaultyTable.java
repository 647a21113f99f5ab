package io.messina.flink.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table that outlives jobs. Requests take a while, some fail, some are carried out and not
 * answered, and some are carried out long after they were given up; writes compare and set.
 *
 * @param <S> a state
 */
final class FaultyTable<S> implements KeyedStateClient<String, S> {

  final Map<String, StateRow<S>> rows = new ConcurrentHashMap<>();
  final AtomicLong requests = new AtomicLong();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final SplittableRandom random;

  FaultyTable(long seed) {
    random = new SplittableRandom(seed);
  }

  void close() {
    threads.shutdownNow();
  }

  @Override
  public CompletionStage<@Nullable StateRow<S>> read(String key) {
    return ask(() -> rows.get(key));
  }

  @Override
  public CompletionStage<WriteResult> write(
      String key, @Nullable StateRow<S> expected, StateRow<S> row) {
    return ask(() -> swap(key, expected, row) ? WriteResult.APPLIED : WriteResult.CONFLICT);
  }

  private boolean swap(String key, @Nullable StateRow<S> expected, StateRow<S> row) {
    return expected == null ? rows.putIfAbsent(key, row) == null : rows.replace(key, expected, row);
  }

  private <T extends @Nullable Object> CompletionStage<T> ask(Supplier<T> action) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    requests.incrementAndGet();
    int fate;
    long micros;
    synchronized (random) {
      fate = random.nextInt(200);
      micros = random.nextInt(200, 2_000);
    }
    // One that is carried out late is no longer waited for by then.
    long delay = fate == 0 ? 400_000 : micros;
    var unused =
        threads.schedule(
            () -> {
              if (fate == 1) {
                answer.completeExceptionally(new IllegalStateException("refused by the table"));
                return;
              }
              T result = action.get();
              if (fate != 2) {
                answer.complete(result);
              }
            },
            delay,
            TimeUnit.MICROSECONDS);
    return answer;
  }
}
