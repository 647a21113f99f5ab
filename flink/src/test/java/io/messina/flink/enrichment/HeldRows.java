package io.messina.flink.enrichment;

import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A table in memory whose requests are carried out when a test says so. */
final class HeldRows implements KeyedStateClient<String, Long> {

  final Map<String, StateRow<Long>> rows = new ConcurrentHashMap<>();
  private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();

  /** Runs as a request is sent. */
  Runnable onRequest = () -> {};

  int reads;
  int writes;

  @Override
  public CompletionStage<@Nullable StateRow<Long>> read(String key) {
    reads++;
    onRequest.run();
    CompletableFuture<@Nullable StateRow<Long>> answer = new CompletableFuture<>();
    requests.add(() -> answer.complete(rows.get(key)));
    return answer;
  }

  @Override
  public CompletionStage<WriteResult> write(
      String key, @Nullable StateRow<Long> expected, StateRow<Long> row) {
    writes++;
    onRequest.run();
    CompletableFuture<WriteResult> answer = new CompletableFuture<>();
    requests.add(
        () -> {
          boolean applies = versionOf(rows.get(key)).equals(versionOf(expected));
          if (applies) {
            rows.put(key, row);
          }
          answer.complete(applies ? WriteResult.APPLIED : WriteResult.CONFLICT);
        });
    return answer;
  }

  private static String versionOf(@Nullable StateRow<Long> row) {
    return row == null ? "" : row.generation() + ":" + row.position();
  }

  int underWay() {
    return requests.size();
  }

  /** Carries out those that are under way now. */
  void answerAll() {
    for (int left = requests.size(); left > 0; left--) {
      requests.remove().run();
    }
  }
}
