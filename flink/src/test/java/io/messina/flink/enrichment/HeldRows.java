package io.messina.flink.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table in memory whose requests are carried out when a test says so.
 *
 * @param <S> a state
 */
final class HeldRows<S> implements KeyedStateClient<String, S> {

  final Map<String, StateRow<S>> rows = new ConcurrentHashMap<>();
  private final Queue<Request<?>> requests = new ConcurrentLinkedQueue<>();

  /** Runs as a request is sent. */
  Runnable onRequest = () -> {};

  int reads;
  int writes;

  /**
   * A request under way.
   *
   * @param <T> what it is answered by
   */
  record Request<T extends @Nullable Object>(Supplier<T> action, CompletableFuture<T> answer) {

    void carryOut() {
      answer.complete(action.get());
    }

    /** Its answer gets lost. */
    void carryOutUnanswered() {
      var unused = action.get();
    }

    void refuse() {
      answer.completeExceptionally(new IllegalStateException("refused by the table"));
    }
  }

  @Override
  public CompletionStage<@Nullable StateRow<S>> read(String key) {
    reads++;
    return ask(() -> rows.get(key));
  }

  @Override
  public CompletionStage<WriteResult> write(
      String key, @Nullable StateRow<S> expected, StateRow<S> row) {
    writes++;
    return ask(() -> swap(key, expected, row) ? WriteResult.APPLIED : WriteResult.CONFLICT);
  }

  private boolean swap(String key, @Nullable StateRow<S> expected, StateRow<S> row) {
    boolean applies = versionOf(rows.get(key)).equals(versionOf(expected));
    if (applies) {
      rows.put(key, row);
    }
    return applies;
  }

  private static String versionOf(@Nullable StateRow<?> row) {
    return row == null ? "" : row.version();
  }

  private <T extends @Nullable Object> CompletionStage<T> ask(Supplier<T> action) {
    onRequest.run();
    CompletableFuture<T> answer = new CompletableFuture<>();
    requests.add(new Request<>(action, answer));
    return answer;
  }

  int underWay() {
    return requests.size();
  }

  /** Takes one of those that are under way, by its number from 0. */
  Request<?> take(int index) {
    Request<?> request = List.copyOf(requests).get(index);
    requests.remove(request);
    return request;
  }

  /** Carries out those that are under way now. */
  void answerAll() {
    for (int left = requests.size(); left > 0; left--) {
      requests.remove().carryOut();
    }
  }
}
