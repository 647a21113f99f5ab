package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.SystemWaiting;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests at a database that does not answer. */
final class RequestsTest {

  private static final Duration TIMEOUT = Duration.ofMillis(100);
  private static final SimpleStatement STATEMENT = SimpleStatement.newInstance("SELECT …");

  private final Queue<CompletableFuture<Object>> unanswered = new ConcurrentLinkedQueue<>();
  private final Requests requests = new Requests(session(), TIMEOUT, Set.of("members"));

  @Test
  void requests_of_urgent_tables_find_a_place_when_all_others_wait() throws Exception {
    List<CompletableFuture<String>> flood = new ArrayList<>();
    for (int i = 0; i < Requests.REQUESTS_MAX; i++) {
      flood.add(sending("log"));
    }
    awaitUnanswered(Requests.REQUESTS_MAX);
    assertThatThrownBy(() -> requests.send("log", STATEMENT, 1))
        .isInstanceOf(StoreUnavailableException.class);

    CompletableFuture<String> beat = sending("members");

    awaitUnanswered(Requests.REQUESTS_MAX + 1);
    assertThat(requests.underWay()).isEqualTo(Requests.REQUESTS_MAX + 1);
    answerAll();
    beat.get(60, TimeUnit.SECONDS);
    for (CompletableFuture<String> each : flood) {
      each.get(60, TimeUnit.SECONDS);
    }
    assertThat(requests.underWay()).isZero();
  }

  @Test
  void closing_waits_for_what_is_under_way_and_refuses_the_rest() throws Exception {
    CompletableFuture<String> sent = sending("log");
    awaitUnanswered(1);
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(requests::close, task -> Thread.ofVirtual().start(task));
    SystemWaiting.until(() -> !isOpen());
    assertThat(closing).isNotDone();

    answerAll();

    sent.get(60, TimeUnit.SECONDS);
    closing.get(60, TimeUnit.SECONDS);
  }

  @Test
  void closing_does_not_wait_for_ever() throws Exception {
    CompletableFuture<String> sent = sending("log");
    awaitUnanswered(1);

    requests.close();

    assertThat(sent).isNotDone();
    answerAll();
    sent.get(60, TimeUnit.SECONDS);
  }

  @Test
  void what_the_driver_throws_gives_the_place_back() {
    CqlSession broken =
        (CqlSession)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {CqlSession.class},
                (_, _, _) -> {
                  throw new IllegalStateException("a mistake of the driver");
                });
    Requests failing = new Requests(broken, TIMEOUT, Set.of());
    assertThatThrownBy(() -> failing.send("log", STATEMENT, 1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("log: a mistake of the driver")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(failing.underWay()).isZero();
  }

  private boolean isOpen() {
    try {
      return requests.using(() -> true);
    } catch (StoreException e) {
      return false;
    }
  }

  private CompletableFuture<String> sending(String table) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            requests.send(table, STATEMENT, 1);
          } catch (CompletionException | StoreException e) {
            return "failed";
          }
          return "answered";
        },
        task -> Thread.ofVirtual().start(task));
  }

  private void awaitUnanswered(int count) {
    SystemWaiting.until(() -> unanswered.size() >= count);
  }

  private void answerAll() {
    unanswered.forEach(
        answer -> answer.completeExceptionally(new IllegalStateException("end of the test")));
  }

  private CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (_, method, _) ->
                method.getName().equals("executeAsync")
                    ? pending()
                    : CompletableFuture.completedFuture(null));
  }

  private CompletableFuture<Object> pending() {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    unanswered.add(answer);
    return answer;
  }
}
