package io.messina.server.http;

import static io.messina.server.http.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ProblemCode;
import io.messina.server.access.Access;
import io.messina.server.access.Audit;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MessinaServerTest {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  @TempDir private Path folder;

  @Test
  void the_ready_file_has_the_base_url_while_the_server_is_ready() throws Exception {
    Path file = folder.resolve("ready");
    Files.writeString(file, "of an earlier process");
    try (RunningServer server = RunningServer.with(RunningServer.settings(Optional.of(file)))) {
      assertThat(file).doesNotExist();
      server.server.announceReady();
      assertThat(file).hasContent(server.server.baseUrl() + "\n");
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
    }
    assertThat(file).doesNotExist();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_server_is_ready_once_all_its_checks_say_so() throws Exception {
    AtomicReference<Optional<String>> trouble = new AtomicReference<>(Optional.of("starting"));
    try (RunningServer server = RunningServer.checked(check("store", trouble))) {
      HttpResponse<String> answer = server.get("/health/ready");
      assertThat(assertProblem(answer, ProblemCode.UNAVAILABLE)).isEqualTo("store: starting");
      assertThat(answer.body()).contains("\"checks\":{\"store\":\"starting\"}");
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      trouble.set(Optional.empty());
      assertThat(server.get("/health/ready").body())
          .isEqualTo("{\"status\":\"ok\",\"checks\":{\"store\":\"ok\"}}\n");
    }
  }

  @Test
  void an_address_that_is_none_of_this_machine_is_told_with_what_is_wrong() {
    for (String host : List.of("no-such-host.invalid", "192.0.2.1")) {
      ServerSettings settings =
          new ServerSettings(
              Listening.atLoopback(host, 0),
              RunningServer.LIMITS,
              RunningServer.CONNECTIONS,
              Duration.ZERO,
              Optional.empty());
      assertThatThrownBy(() -> MessinaServer.check(settings))
          .isInstanceOf(ListenException.class)
          .hasMessageContaining(host)
          .hasMessageContaining("address")
          .hasMessageContaining("--host");
    }
  }

  @Test
  void a_taken_port_is_told_with_what_to_do() {
    try (RunningServer server = RunningServer.with()) {
      int port = URI.create(server.server.baseUrl()).getPort();
      ServerSettings same =
          new ServerSettings(
              Listening.atLoopback("127.0.0.1", port),
              RunningServer.LIMITS,
              RunningServer.CONNECTIONS,
              Duration.ZERO,
              Optional.empty());
      assertThatThrownBy(
              () ->
                  MessinaServer.start(
                      same,
                      List.of(),
                      List.of(),
                      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                      () -> {},
                      Access.ofAnybody(),
                      Audit.NONE,
                      RequestTracer.NONE))
          .isInstanceOf(ListenException.class)
          .hasMessageContaining("port " + port)
          .hasMessageContaining("Address already in use")
          .hasMessageContaining("--port");
    }
  }

  @Test
  void a_request_that_runs_is_answered_while_the_server_stops() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    RunningServer server =
        RunningServer.with(
            Route.of(
                Verb.GET,
                "/v1/slow",
                "getSlow",
                "Waits.",
                exchange -> {
                  running.countDown();
                  goOn.await();
                  exchange.send(200, "text/plain", "done".getBytes(StandardCharsets.UTF_8));
                }));
    CompletableFuture<HttpResponse<String>> answer =
        server
            .client()
            .sendAsync(server.request("/v1/slow").build(), HttpResponse.BodyHandlers.ofString());
    running.await();
    Thread stopping = Thread.ofVirtual().start(server.server::close);
    awaitRefused(server);
    goOn.countDown();
    assertThat(answer.join().body()).isEqualTo("done");
    stopping.join();
    server.close();
  }

  @Test
  void a_request_that_does_not_end_is_broken_off() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    ServerSettings impatient =
        new ServerSettings(
            Listening.atLoopback("127.0.0.1", 0),
            RunningServer.LIMITS,
            RunningServer.CONNECTIONS,
            Duration.ofMillis(50),
            Optional.empty());
    RunningServer server =
        RunningServer.with(
            impatient,
            Route.of(
                Verb.GET,
                "/v1/endless",
                "getEndless",
                "Waits.",
                _ -> {
                  running.countDown();
                  new CountDownLatch(1).await();
                }));
    CompletableFuture<HttpResponse<String>> answer =
        server
            .client()
            .sendAsync(server.request("/v1/endless").build(), HttpResponse.BodyHandlers.ofString());
    running.await();
    server.server.close();
    assertThat(
            answer
                .handle((response, thrown) -> thrown != null || response.statusCode() == 500)
                .join())
        .isTrue();
    server.close();
  }

  /** Connections are refused a moment after stopping began. */
  private static void awaitRefused(RunningServer server) {
    URI base = URI.create(server.server.baseUrl());
    boolean open = true;
    while (open) {
      try (var _ = new java.net.Socket(base.getHost(), base.getPort())) {
        LockSupport.parkNanos(LOOK_NANOS);
      } catch (IOException _) {
        open = false;
      }
    }
  }

  private static HealthCheck check(String name, AtomicReference<Optional<String>> trouble) {
    return new HealthCheck() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Optional<String> trouble() {
        return trouble.get();
      }
    };
  }
}
