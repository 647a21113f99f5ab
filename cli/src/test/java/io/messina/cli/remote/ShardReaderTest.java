package io.messina.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.error.RetryPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ShardReaderTest {

  private static final String UNAVAILABLE =
      "{\"title\":\"t\",\"status\":503,\"code\":\"unavailable\",\"detail\":\"d\",\"retryable\":true}";
  private static final String EVENT =
      "{\"events\":[{\"id\":\"i\",\"shard\":0,\"position\":\"1.7\",\"time\":\"2015-09-12T00:46:58Z\","
          + "\"append_time\":\"2015-09-12T00:46:58Z\",\"headers\":{},"
          + "\"content_type\":\"application/json\",\"payload\":7}],\"next\":\"1.8\"}";

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();

  @Test
  @Timeout(60)
  void a_server_that_is_away_does_not_end_it_and_costs_no_event() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    StringWriter out = new StringWriter();
    try (MessinaClient client =
        MessinaClient.builder(URI.create(url)).retries(RetryPolicy.NONE).build()) {
      EventLines lines = new EventLines(new PrintWriter(out, true), new OutputFormat(), 1);
      new ShardPager(client.stream(new StreamName("edits")), lines)
          .follow(List.of(0), Start.latest());
    } finally {
      server.stop(0);
    }
    assertThat(out.toString()).contains("7");
    assertThat(asked).hasSize(3).last().asString().contains("from=1.7");
  }

  private void answer(HttpExchange exchange) {
    asked.add(exchange.getRequestURI().getQuery());
    String body =
        switch (asked.size()) {
          case 1 -> "{\"events\":[],\"next\":\"1.7\"}";
          case 2 -> UNAVAILABLE;
          default -> EVENT;
        };
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange
          .getResponseHeaders()
          .add(
              "Content-Type",
              body.equals(UNAVAILABLE) ? "application/problem+json" : "application/json");
      exchange.sendResponseHeaders(body.equals(UNAVAILABLE) ? 503 : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
