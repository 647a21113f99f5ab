package io.messina.server.http;

import static io.messina.server.http.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void what_would_never_fit_is_too_large_and_what_does_not_fit_now_may_come_again() {
    ByteBudget budget = new ByteBudget(10);
    try (ByteBudget.Share other = budget.newShare();
        ByteBudget.Share share = budget.newShare()) {
      other.take(4);
      assertThat(thrown(share, 11)).isEqualTo(ProblemCode.TOO_LARGE);
      assertThat(thrown(share, 7)).isEqualTo(ProblemCode.OVERLOADED);
      share.take(6);
      assertThat(thrown(share, 5)).isEqualTo(ProblemCode.TOO_LARGE);
      assertThat(budget.taken()).isEqualTo(10);
    }
  }

  private static ProblemCode thrown(ByteBudget.Share share, long bytes) {
    return catchThrowableOfType(ProblemException.class, () -> share.take(bytes)).problem().code();
  }

  @ParameterizedTest
  @CsvSource({
    // heap, bodies-max, decompressed-max in MiB
    "256, 32, 8",
    "1024, 128, 32",
    "2048, 256, 64",
    "65536, 256, 64"
  })
  void the_memory_for_bodies_goes_by_the_heap(long heap, long bodies, long decompressed) {
    BodyLimits limits = BodyLimits.of(8L << 20, Optional.empty(), Optional.empty(), heap << 20);
    assertThat(limits.allBytesMax() >> 20).isEqualTo(bodies);
    assertThat(limits.decompressedBytesMax() >> 20).isEqualTo(decompressed);
    assertThat(BodyLimits.of(1, Optional.of(2L), Optional.of(3L), heap << 20))
        .isEqualTo(new BodyLimits(1, 2, 3, BodyLimits.TIME_MAX));
  }

  @Test
  @Timeout(60)
  void requests_without_tokens_have_a_separate_budget() throws Exception {
    CountDownLatch holding = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    Endpoint hold =
        exchange -> {
          exchange.body();
          holding.countDown();
          goOn.await();
          exchange.sendNothing();
        };
    byte[] body = new byte[1 << 16];
    try (RunningServer server =
        RunningServer.with(
            Route.of(Verb.POST, "/v1/receipts/{connector}", "takeReceipts", "Holds.", hold),
            Route.of(
                Verb.POST,
                "/v1/size",
                "postSize",
                "Counts.",
                exchange -> {
                  exchange.body();
                  exchange.sendNothing();
                }))) {
      List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        held.add(
            server
                .client()
                .sendAsync(
                    server
                        .request("/v1/receipts/a")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                    HttpResponse.BodyHandlers.ofString()));
      }
      holding.await();
      assertProblem(server.post("/v1/receipts/a", "text/plain", body), ProblemCode.OVERLOADED);
      assertThat(server.post("/v1/size", "text/plain", body).statusCode()).isEqualTo(204);
      goOn.countDown();
      held.forEach(each -> assertThat(each.join().statusCode()).isEqualTo(204));
    }
  }

  @Test
  void a_request_beyond_the_memory_for_bodies_is_told_to_come_again() throws Exception {
    ServerSettings tight =
        new ServerSettings(
            Listening.atLoopback("127.0.0.1", 0),
            new BodyLimits(1000, 1000, 1500, BodyLimits.TIME_MAX),
            RunningServer.CONNECTIONS,
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
