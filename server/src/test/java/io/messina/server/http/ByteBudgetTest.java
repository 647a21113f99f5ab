package io.messina.server.http;

import static io.messina.server.http.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ByteBudgetTest {

  @Test
  void a_share_is_given_back_as_a_whole() {
    ByteBudget budget = new ByteBudget(10);
    try (ByteBudget.Share share = budget.newShare()) {
      share.take(4);
      share.take(6);
      assertThatThrownBy(() -> share.take(1)).isInstanceOf(ProblemException.class);
      assertThat(budget.taken()).isEqualTo(10);
    }
    assertThat(budget.taken()).isZero();
  }

  @Test
  void a_request_beyond_the_memory_for_bodies_is_told_to_come_again() throws Exception {
    ServerSettings tight =
        new ServerSettings(
            "127.0.0.1",
            0,
            new BodyLimits(1000, 1000, 1500, BodyLimits.TIME_MAX),
            Duration.ofSeconds(10),
            Optional.empty());
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Route route =
        Route.of(
            Verb.POST,
            "/v1/hold",
            "hold",
            "Holds its body.",
            exchange -> {
              exchange.body();
              holding.countDown();
              goOn.await();
              exchange.sendNothing();
            });
    try (RunningServer server = RunningServer.with(tight, route)) {
      CompletableFuture<HttpResponse<String>> first =
          server
              .client()
              .sendAsync(
                  server
                      .request("/v1/hold")
                      .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1000]))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      holding.await();
      assertProblem(server.post("/v1/hold", "text/plain", new byte[501]), ProblemCode.OVERLOADED);
      goOn.countDown();
      assertThat(first.join().statusCode()).isEqualTo(204);
      var _ = server.awaitMetrics("messina_http_bodies_bytes 0.0");
      assertThat(server.post("/v1/hold", "text/plain", new byte[501]).statusCode()).isEqualTo(204);
    }
  }
}
