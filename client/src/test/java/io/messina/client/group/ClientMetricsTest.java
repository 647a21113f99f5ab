package io.messina.client.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ReceiptStatus;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class ClientMetricsTest extends WorkerScenario {

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private final ClientMetrics metrics =
      new ClientMetrics() {
        @Override
        public void claimed(GroupClient group, int events) {
          told.add(group.name() + " claimed " + events);
        }

        @Override
        public void handled(GroupClient group, ClaimedEvent event, Duration took) {
          told.add("handled " + event.receipt().value() + " in " + took.toSeconds() + " s");
        }

        @Override
        public void failed(GroupClient group, ClaimedEvent event, Duration took, String why) {
          told.add("failed " + event.receipt().value() + ": " + why);
        }

        @Override
        public void settled(GroupClient group, ReceiptStatus status, int events) {
          told.add(status + " " + events);
        }

        @Override
        public void retried(MessinaException why, Duration wait) {
          told.add(why.problem().code() + ", again in " + wait.toMillis() + " ms");
        }
      };

  private ClaimWorker start(ClientMetrics metrics, EventHandler handler) {
    MessinaClient measured = server.client(surroundings).metrics(metrics).build();
    GroupClient group = measured.stream("edits").group("scoring");
    return ClaimWorker.start(group, OPTIONS.withBatch(1), handler);
  }

  @Test
  void what_a_worker_does_is_told() throws Exception {
    ClaimWorker worker =
        start(
            metrics,
            event -> {
              surroundings.pass(Duration.ofSeconds(2));
              return Outcome.done();
            });
    next(CLAIM).refuse(429, "overloaded");
    assertThat(told.take()).isEqualTo("overloaded, again in 75 ms");
    surroundings.fire(Duration.ofMillis(75));
    hand(next(CLAIM), "1");
    Request ack = next(CLAIM);
    assertThat(told.take()).isEqualTo("scoring claimed 1");
    assertThat(told.take()).isEqualTo("handled r1 in 2 s");
    settle(ack, "ok", "r1");
    assertThat(told.take()).isEqualTo("ok 1");
    assertThat(told.take()).isEqualTo("scoring claimed 0");
    next(CLAIM);
    stop(worker);
  }

  @Test
  void what_a_handler_fails_at_is_told() throws Exception {
    ClaimWorker worker =
        start(
            metrics,
            event -> {
              throw new IllegalStateException("no model");
            });
    hand(next(CLAIM), "1");
    assertThat(told.take()).isEqualTo("scoring claimed 1");
    assertThat(told.take()).isEqualTo("failed r1: java.lang.IllegalStateException: no model");
    settle(next(NACK), "stale", "r1");
    assertThat(told.take()).isEqualTo("stale 1");
    next(CLAIM);
    stop(worker);
  }

  @Test
  void metrics_that_throw_change_nothing() {
    ClientMetrics broken =
        new ClientMetrics() {
          @Override
          public void claimed(GroupClient group, int events) {
            throw new IllegalStateException("no registry");
          }
        };
    ClaimWorker worker = start(broken, event -> Outcome.done());
    hand(next(CLAIM), "1");
    settle(next(CLAIM), "ok", "r1");
    next(CLAIM);
    stop(worker);
  }
}
