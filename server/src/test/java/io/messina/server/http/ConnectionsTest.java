package io.messina.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that send slowly, and many at once. */
@Timeout(60)
class ConnectionsTest {

  private static final String GET = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n";
  private static final String LAST = "Connection: close\r\n\r\n";

  private static RunningServer server(int openMax, Duration headersTimeMax) {
    return RunningServer.with(
        new ServerSettings(
            Listening.atLoopback("127.0.0.1", 0),
            RunningServer.LIMITS,
            new ConnectionLimits(openMax, headersTimeMax),
            Duration.ofSeconds(10),
            Optional.empty()));
  }

  @Test
  void headers_that_trickle_are_broken_off_while_others_are_served() throws Exception {
    try (RunningServer server = server(100, Duration.ofMillis(400));
        RawConnection idle = RawConnection.to(server.server.baseUrl());
        RawConnection trickling = RawConnection.to(server.server.baseUrl())) {
      trickling.send(GET + "X-Slow: ");
      Thread trickle = Thread.ofVirtual().start(() -> trickle(trickling));
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(trickling.untilBrokenOff()).doesNotContain("HTTP/1.1 200");
      trickle.join();
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      // A connection without a request is left alone.
      assertThat(idle.send(GET + LAST).rest()).startsWith("HTTP/1.1 200");
    }
  }

  /** A byte whenever the last one was sent, until the server hears no more. */
  private static void trickle(RawConnection connection) {
    try {
      while (true) {
        connection.send("x");
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    } catch (IOException _) {
      // broken off
    }
  }

  @Test
  void connections_that_end_before_their_headers_do_are_forgotten_at_once() throws Exception {
    try (RunningServer server = server(100, Duration.ofHours(1));
        RawConnection staying = RawConnection.to(server.server.baseUrl())) {
      staying.send(GET);
      List<RawConnection> ending = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        ending.add(RawConnection.to(server.server.baseUrl()).send(GET));
      }
      awaitWatched(server, 21);
      for (RawConnection connection : ending) {
        connection.close();
      }
      RawConnection wrong = RawConnection.to(server.server.baseUrl());
      assertThat(wrong.send(GET + "no header\r\n\r\n").untilBrokenOff()).contains(" 400 ");
      awaitWatched(server, 1);
      assertThat(staying.send(LAST).rest()).startsWith("HTTP/1.1 200");
    }
  }

  private static void awaitWatched(RunningServer server, int count) {
    SystemWaiting.until(() -> server.server.headers().watched() == count);
  }

  @Test
  void a_request_that_runs_for_longer_is_not_broken_off() throws Exception {
    Route slow =
        Route.of(
            Verb.GET,
            "/v1/slow",
            "getSlow",
            "Waits.",
            exchange -> {
              Thread.sleep(Duration.ofMillis(300));
              exchange.sendNothing();
            });
    ServerSettings settings =
        new ServerSettings(
            Listening.atLoopback("127.0.0.1", 0),
            RunningServer.LIMITS,
            new ConnectionLimits(100, Duration.ofMillis(100)),
            Duration.ofSeconds(10),
            Optional.empty());
    try (RunningServer server = RunningServer.with(settings, slow)) {
      assertThat(server.get("/v1/slow").statusCode()).isEqualTo(204);
    }
  }

  @Test
  void one_connection_too_many_waits_until_another_ends() throws Exception {
    try (RunningServer server = server(2, ConnectionLimits.HEADERS_TIME_MAX);
        RawConnection first = RawConnection.to(server.server.baseUrl());
        RawConnection second = RawConnection.to(server.server.baseUrl())) {
      for (RawConnection open : new RawConnection[] {first, second}) {
        assertThat(open.send(GET + "\r\n").upTo("\r\n\r\n")).startsWith("HTTP/1.1 200");
      }
      try (RawConnection third = RawConnection.to(server.server.baseUrl())) {
        // Sent before the others ask again, so that a server without the bound answers it first.
        third.send(GET + LAST);
        CompletableFuture<String> answer =
            CompletableFuture.supplyAsync(() -> rest(third), Thread::startVirtualThread);
        for (int i = 0; i < 100; i++) {
          assertThat(first.send(GET + "\r\n").upTo("live")).contains("HTTP/1.1 200");
        }
        assertThat(third.hasArrived()).isFalse();
        assertThat(answer).isNotDone();
        second.reset();
        assertThat(answer.get()).startsWith("HTTP/1.1 200");
      }
    }
  }

  private static String rest(RawConnection connection) {
    try {
      return connection.rest();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void as_many_connections_as_there_are_files_beside_those_of_the_server() {
    assertThat(ConnectionLimits.besideFiles(65_536)).isEqualTo(64_036);
    assertThat(ConnectionLimits.besideFiles(1_024)).isEqualTo(512);
    assertThat(ConnectionLimits.besideFiles(Long.MAX_VALUE)).isEqualTo(1_000_000);
    assertThat(ConnectionLimits.of(Optional.empty()).openMax()).isPositive();
    assertThat(ConnectionLimits.of(Optional.of(7)).openMax()).isEqualTo(7);
  }
}
