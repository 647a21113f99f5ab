package io.messina.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The provider of the demo: it takes messages over HTTP, numbers them and keeps them. It trusts no
 * sender: a message that arrives twice is kept twice.
 */
final class ThanksReceiver implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Taken> taken = new ArrayList<>(); // under this

  /**
   * A message that has come.
   *
   * @param to the recipient
   * @param text its text
   */
  record Taken(String to, String text) {}

  private ThanksReceiver(HttpServer server) {
    this.server = server;
  }

  /** Listens at a free port of this machine. */
  static ThanksReceiver start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ThanksReceiver receiver = new ThanksReceiver(server);
      server.setExecutor(receiver.threads);
      server.createContext("/messages", receiver::take);
      server.start();
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the receiver of messages cannot listen: " + e.getMessage(), e);
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode message = JsonMapper.shared().readTree(exchange.getRequestBody());
      Taken next =
          new Taken(message.required("to").stringValue(), message.required("text").stringValue());
      byte[] answer = "{\"id\":\"%d\"}".formatted(add(next)).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(202, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private synchronized int add(Taken next) {
    taken.add(next);
    return taken.size();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/messages";
  }

  synchronized List<Taken> taken() {
    return List.copyOf(taken);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
