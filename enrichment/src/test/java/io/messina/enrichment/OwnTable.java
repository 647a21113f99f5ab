package io.messina.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A table of a user's own in a simulation: its rows are compared and set. Requests take their time;
 * some fail, some are carried out and not answered, some are carried out long after they were given
 * up.
 */
final class OwnTable {

  private static final Duration LATE = Duration.ofSeconds(6);

  private final Map<Bytes, StateRow<String>> rows = new ConcurrentHashMap<>();
  private final RandomGenerator random;
  private boolean calm;

  OwnTable(RandomGenerator random) {
    this.random = random;
  }

  /** From now on each request is carried out and answered. */
  void calm() {
    calm = true;
  }

  States<String> states() {
    return owner -> new Client(owner.context());
  }

  private final class Client implements KeyedStateClient<Bytes, String> {

    private final Context context;

    Client(Context context) {
      this.context = context;
    }

    @Override
    public CompletionStage<@Nullable StateRow<String>> read(Bytes key) {
      return ask(() -> rows.get(key));
    }

    @Override
    public boolean isComparing() {
      return true;
    }

    @Override
    public CompletionStage<WriteResult> write(
        Bytes key, @Nullable StateRow<String> expected, StateRow<String> row) {
      return ask(() -> swap(key, expected, row) ? WriteResult.APPLIED : WriteResult.CONFLICT);
    }

    private boolean swap(Bytes key, @Nullable StateRow<String> expected, StateRow<String> row) {
      return expected == null
          ? rows.putIfAbsent(key, row) == null
          : rows.replace(key, expected, row);
    }

    private <T extends @Nullable Object> CompletionStage<T> ask(Supplier<T> request) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      int fate = calm ? 100 : random.nextInt(100);
      Duration delay = fate < 4 ? LATE : Duration.ofMillis(1 + random.nextInt(40));
      var _ =
          context
              .time()
              .schedule(
                  delay,
                  () -> {
                    if (fate >= 4 && fate < 10) {
                      answer.completeExceptionally(new IllegalStateException("overloaded"));
                      return;
                    }
                    T result = request.get();
                    if (fate >= 14 || fate < 4) {
                      answer.complete(result);
                    }
                  });
      return answer;
    }
  }
}
