package io.messina.cli.messages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A provider on a port of this machine that takes each message once, by its key, and keeps a ledger
 * of their recipients.
 */
final class CountingProvider implements AutoCloseable {

  private static final int BACKLOG = 1_000;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, String> ledger = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> unkeyed = new ConcurrentLinkedQueue<>();

  CountingProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.createContext("/", this::take);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/messages";
  }

  int size() {
    return ledger.size();
  }

  /** How many messages went to numbers that begin so. */
  long to(String prefix) {
    return ledger.values().stream().filter(to -> to.startsWith(prefix)).count();
  }

  /** What came without a key. */
  int unkeyed() {
    return unkeyed.size();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String to = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      if (key == null) {
        unkeyed.add(to);
      } else {
        ledger.putIfAbsent(key, to);
      }
      byte[] answer = ("{\"id\":\"p-" + key + "\"}").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
