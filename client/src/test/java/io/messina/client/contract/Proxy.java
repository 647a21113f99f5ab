package io.messina.client.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** Stands between a client and a server, and lets some answers to appends not come back. */
final class Proxy implements AutoCloseable {

  private static final List<String> HEADERS =
      List.of("Content-Type", "If-Match", "Idempotency-Key", "Content-Encoding");

  private final URI server;
  private final boolean knowsBatches;
  private final IntPredicate lost;
  private final AtomicInteger appends = new AtomicInteger();
  private final AtomicInteger batches = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpServer proxy;

  /**
   * A proxy.
   *
   * @param server which answers
   * @param knowsBatches false for one that refuses batches, as an older server does
   * @param lost whether the answer to the append of this number, from 0, is lost
   */
  Proxy(URI server, boolean knowsBatches, IntPredicate lost) throws IOException {
    this.server = server;
    this.knowsBatches = knowsBatches;
    this.lost = lost;
    this.proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.setExecutor(threads);
    proxy.createContext("/", this::pass);
    proxy.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + proxy.getAddress().getPort());
  }

  /** The appends so far that were batches. */
  int batches() {
    return batches.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String type = exchange.getRequestHeaders().getFirst("Content-Type");
      boolean isBatch = "application/vnd.messina.batch".equals(type);
      if (isBatch && !knowsBatches) {
        exchange.sendResponseHeaders(415, -1);
        return;
      }
      batches.addAndGet(isBatch ? 1 : 0);
      HttpResponse<byte[]> answer =
          http.send(request(exchange, body), HttpResponse.BodyHandlers.ofByteArray());
      boolean isAppend = exchange.getRequestMethod().equals("POST");
      if (isAppend && lost.test(appends.getAndIncrement())) {
        return;
      }
      answer
          .headers()
          .firstValue("ETag")
          .ifPresent(tag -> exchange.getResponseHeaders().set("ETag", tag));
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : HEADERS) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    return request.build();
  }

  @Override
  public void close() {
    proxy.stop(0);
    threads.shutdownNow();
  }
}
