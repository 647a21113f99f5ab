package io.messina.sink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Who gets the events of sinks, over HTTP on this machine. */
final class Receiver implements AutoCloseable {

  private static final Pattern NUMBER = Pattern.compile("\"n\":(\\d+)");

  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile Function<Request, Answer> answers = _ -> Answer.TAKEN;

  /** A request as it came. */
  record Request(String path, com.sun.net.httpserver.Headers headers, String body) {

    String header(String name) {
      return Optional.ofNullable(headers.getFirst(name)).orElse("");
    }

    /** The numbers of its events. */
    List<Integer> numbers() {
      return NUMBER.matcher(body).results().map(found -> Integer.valueOf(found.group(1))).toList();
    }
  }

  /** What it answers. */
  record Answer(int status, Optional<String> retryAfter, String location) {

    static final Answer TAKEN = of(204);

    static Answer of(int status) {
      return new Answer(status, Optional.empty(), "");
    }

    static Answer of(int status, String retryAfter) {
      return new Answer(status, Optional.of(retryAfter), "");
    }
  }

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/in?from=messina";
  }

  void answer(Function<Request, Answer> by) {
    answers = by;
  }

  /** All that came, in the order of their ends. */
  List<Request> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Request request =
          new Request(
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      requests.add(request);
      Answer answer = answers.apply(request);
      answer.retryAfter().ifPresent(text -> exchange.getResponseHeaders().add("Retry-After", text));
      if (!answer.location().isEmpty()) {
        exchange.getResponseHeaders().add("Location", answer.location());
      }
      exchange.sendResponseHeaders(answer.status(), -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
