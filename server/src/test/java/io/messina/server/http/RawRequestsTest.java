package io.messina.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What no client library sends. */
class RawRequestsTest {

  @AutoClose
  private final RunningServer server =
      RunningServer.with(
          Route.of(Verb.POST, "/v1/size", "postSize", "Counts.", exchange -> exchange.body()));

  @Test
  void a_request_that_is_not_http_is_told_so_as_a_problem() throws IOException {
    assertThat(answer("GET /health/live?a=\u0001 HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("application/problem+json")
        .contains("\"code\":\"bad_request\"");
  }

  @Test
  void a_request_for_another_host_is_refused() throws IOException {
    assertThat(
            answer("GET /health/live HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"forbidden_origin\"");
  }

  @Test
  void a_host_is_the_same_in_large_and_small_letters() throws IOException {
    assertThat(
            answer("GET /health/live HTTP/1.1\r\nHost: LocalHost:1\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /health/live HTTP/1.0\r\n\r\n",
        "OPTIONS / HTTP/1.0\r\n\r\n",
        "GET /health/live HTTP/1.9\r\nHost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
      })
  void another_version_of_http_is_told_which_one_is_spoken(String request) throws IOException {
    assertThat(answer(request))
        .startsWith("HTTP/1.1 505")
        .contains("\"code\":\"http_version\"")
        .contains("expected: HTTP/1.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n\r\n",
        "GET /health/live\r\n\r\n",
        "GET /health/live HTTP/1.1\nHost: localhost\n\n",
        "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"
      })
  void input_that_is_no_request_is_answered_and_logged(String request) throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.LOGGER);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
    try {
      assertThat(answer(request)).startsWith("HTTP/1.1 400").contains("\"code\":\"bad_request\"");
      List<String> logged;
      synchronized (lines) { // as appending does
        logged = lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
      }
      assertThat(logged)
          .anySatisfy(line -> assertThat(line).startsWith("127.0.0.1 ").contains(" 400 none "));
    } finally {
      logger.setLevel(null);
      logger.detachAppender(lines);
    }
  }

  @Test
  void headers_that_are_too_large_are_told_so() throws IOException {
    String header = "Authorization: Bearer " + "x".repeat(18_000);
    assertThat(answer("GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431")
        .contains("\"code\":\"headers_too_large\"")
        .contains("16 KiB");
  }

  @Test
  void a_request_may_name_the_whole_url_whose_host_then_counts() throws IOException {
    String rest = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assertThat(answer("GET http://localhost:8420/health/live" + rest)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET HTTP://127.0.0.1/health/live" + rest)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET http://example.org/health/live" + rest))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"forbidden_origin\"");
    assertThat(answer("GET http://localhost" + rest)).startsWith("HTTP/1.1 404");
  }

  @Test
  void a_request_line_that_is_too_long_or_has_raw_signs_is_told_so() throws IOException {
    String rest = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assertThat(answer("GET /health/live?key=" + "x".repeat(5_000) + rest))
        .startsWith("HTTP/1.1 400")
        .contains("request line: too long (expected: at most 4,096 bytes");
    for (String raw : new String[] {"\"dark\"", "{a}"}) {
      assertThat(answer("GET /health/live?key=" + raw + rest))
          .startsWith("HTTP/1.1 400")
          .contains("percent-encoded, as in %22");
    }
  }

  @Test
  void a_length_and_chunks_at_once_are_refused() throws IOException {
    assertThat(answer(post("Content-Length: 3", "Transfer-Encoding: chunked") + "0\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("\"code\":\"bad_request\"");
  }

  @Test
  void a_client_that_waits_to_be_asked_is_refused_at_once() throws IOException {
    assertThat(answer(post("Content-Length: 9999999999", "Expect: 100-continue")))
        .startsWith("HTTP/1.1 413")
        .contains("\"code\":\"too_large\"");
  }

  @Test
  void the_connection_goes_on_after_a_refused_body() throws IOException {
    int length = (1 << 16) + 1;
    assertThat(
            answer(
                post("Content-Length: " + length)
                    + "x".repeat(length)
                    + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 413")
        .contains("HTTP/1.1 200");
  }

  private static RunningServer impatient() {
    ServerSettings settings =
        new ServerSettings(
            Listening.atLoopback("127.0.0.1", 0),
            RunningServer.limits(Duration.ofMillis(200)),
            RunningServer.CONNECTIONS,
            Duration.ofSeconds(10),
            Optional.empty());
    return RunningServer.with(
        settings, Route.of(Verb.POST, "/v1/size", "postSize", "Counts.", Exchange::body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 65536", "Transfer-Encoding: chunked"})
  void a_body_of_which_no_more_arrives_is_broken_off_and_gives_its_memory_back(String header)
      throws Exception {
    try (RunningServer slow = impatient();
        RawConnection idle = RawConnection.to(slow.server.baseUrl());
        RawConnection silent = RawConnection.to(slow.server.baseUrl())) {
      silent.send(post(header) + "4\r\nabcd\r\n");
      assertThat(silent.untilBrokenOff()).doesNotContain("HTTP/1.1 200");
      var _ = slow.awaitMetrics("messina_http_bodies_bytes 0.0");
      // A connection without a request is left alone.
      idle.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(idle.rest()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void the_rest_of_a_refused_body_is_not_waited_for_either() throws Exception {
    try (RunningServer slow = impatient();
        RawConnection silent = RawConnection.to(slow.server.baseUrl())) {
      silent.send(post("Content-Length: 65537") + "abcd");
      assertThat(silent.untilBrokenOff()).doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void a_body_that_trickles_is_broken_off_and_gives_its_memory_back() throws Exception {
    try (RunningServer slow = impatient();
        RawConnection trickling = RawConnection.to(slow.server.baseUrl())) {
      trickling.send(post("Content-Length: 65536"));
      Thread.ofVirtual().start(() -> trickle(trickling));
      assertThat(trickling.untilBrokenOff()).doesNotContain("HTTP/1.1 200");
      assertThat(slow.get("/metrics").body()).contains("messina_http_bodies_bytes 0.0");
    }
  }

  /** A byte whenever the last one was sent, until the server hears no more. */
  private static void trickle(RawConnection connection) {
    try {
      for (int i = 0; i < 65_000; i++) {
        connection.send("x");
        LockSupport.parkNanos(1_000_000);
      }
    } catch (IOException _) {
      // broken off
    }
  }

  private static String post(String... headers) {
    String lines = String.join("\r\n", headers);
    return "POST /v1/size HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n\r\n";
  }

  private String answer(String request) throws IOException {
    URI base = URI.create(server.server.baseUrl());
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }
}
