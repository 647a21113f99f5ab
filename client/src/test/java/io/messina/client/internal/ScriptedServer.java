package io.messina.client.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.messina.client.MessinaClientBuilder;
import io.messina.client.TestClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** A server on a real port that shows each request to the test, which answers it. */
public final class ScriptedServer implements AutoCloseable {

  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  public ScriptedServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> requests.add(new Request(exchange)));
    server.start();
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public MessinaClientBuilder client(Surroundings surroundings) {
    return TestClient.builder(url(), surroundings);
  }

  /** The next request, once it is there. */
  public Request next() {
    try {
      return requests.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException("there is no request", e);
    }
  }

  public boolean isQuiet() {
    return requests.isEmpty();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** A request that waits for its answer. */
  public static final class Request {

    private final HttpExchange exchange;
    private final byte[] bytes;

    Request(HttpExchange exchange) throws IOException {
      this.exchange = exchange;
      this.bytes = exchange.getRequestBody().readAllBytes();
    }

    /** As in {@code GET /v1/streams}. */
    public String what() {
      return exchange.getRequestMethod() + " " + exchange.getRequestURI();
    }

    public String body() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
      return bytes;
    }

    public Optional<String> header(String name) {
      return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    public void answer(int status, String json) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      try (exchange) {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Sends the head of an answer, whose body is to follow. */
    public void begin(String json) {
      try {
        exchange.sendResponseHeaders(200, json.getBytes(StandardCharsets.UTF_8).length);
        exchange.getResponseBody().flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public void end(String json) {
      try (exchange) {
        exchange.getResponseBody().write(json.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public void refuse(int status, String code) {
      answer(
          status,
          "{\"type\":\"about:blank\",\"title\":\"t\",\"status\":%d,\"code\":\"%s\",\"detail\":\"d\"}"
              .formatted(status, code));
    }

    public void refuseFor(int status, String code, int retryAfterSeconds) {
      exchange.getResponseHeaders().set("Retry-After", Integer.toString(retryAfterSeconds));
      refuse(status, code);
    }

    /** Breaks the connection without an answer. */
    public void hangUp() {
      exchange.close();
    }
  }
}
