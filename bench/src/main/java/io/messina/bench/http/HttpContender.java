package io.messina.bench.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A server with the load that is put on it. */
final class HttpContender implements AutoCloseable {

  private static final int FILLING = 32;

  private final String name;
  private final ServerProcess server;
  private final HttpLoad load;
  private final Optional<HttpLoad> filling;
  private final List<Round> rounds = new ArrayList<>();
  private Optional<IdlePolls> polls = Optional.empty();

  private HttpContender(
      String name, ServerProcess server, HttpLoad load, Optional<HttpLoad> filling) {
    this.name = name;
    this.server = server;
    this.load = load;
    this.filling = filling;
  }

  /** Makes the stream and its group, and connects. */
  static HttpContender of(String name, ServerProcess server, HttpArm arm, int connections)
      throws IOException {
    once(server, HttpRequests.putStream(HttpRequests.STREAM));
    once(server, HttpRequests.putGroup(HttpRequests.GROUP));
    return switch (arm) {
      case INGEST, IDLE_POLLS ->
          new HttpContender(name, server, load(server, connections, batches()), Optional.empty());
      case SINGLES ->
          new HttpContender(name, server, load(server, connections, singles()), Optional.empty());
      case CLAIMS ->
          new HttpContender(
              name,
              server,
              load(
                  server,
                  connections,
                  () -> new ClaimsAndAcks(HttpRequests.GROUP, Optional.empty())),
              Optional.of(load(server, FILLING, batches())));
    };
  }

  /** Lets so many claims wait for a stream to which no events are appended. */
  void poll(int connections) throws IOException {
    once(server, HttpRequests.putStream(HttpRequests.IDLE_STREAM));
    once(server, HttpRequests.putGroup(HttpRequests.IDLE_GROUP));
    polls = Optional.of(IdlePolls.start(server.address(), connections));
  }

  /** A round that counts. */
  void measure(Duration length) throws IOException {
    rounds.add(round(length));
  }

  /** A round that does not. */
  void warm(Duration length) throws IOException {
    var _ = round(length);
  }

  String name() {
    return name;
  }

  String line() {
    return Round.line(name, rounds);
  }

  List<Round> rounds() {
    return rounds;
  }

  private Round round(Duration length) throws IOException {
    if (filling.isPresent()) {
      var _ = filling.get().run(length);
    }
    double serverBegan = seconds(server.cpu());
    double loadBegan = ownSeconds();
    Measured measured = load.run(length);
    double serverTook = seconds(server.cpu()) - serverBegan;
    double loadTook = ownSeconds() - loadBegan;
    if (polls.isPresent()) {
      polls.get().check();
    }
    return new Round(
        measured.rate(),
        measured.latencies().millis().at(50),
        measured.latencies().millis().at(99),
        serverTook / measured.seconds(),
        loadTook / measured.seconds(),
        server.heapBytes());
  }

  private static void once(ServerProcess server, ByteBuffer request) throws IOException {
    try (HttpLoad load = load(server, 1, () -> new Single(request))) {
      var _ = load.run(Duration.ZERO);
    }
  }

  private static HttpLoad load(ServerProcess server, int connections, Supplier<Dialogue> dialogues)
      throws IOException {
    return new HttpLoad(server.address(), connections, dialogues);
  }

  private static Supplier<Dialogue> batches() {
    List<ByteBuffer> requests = HttpRequests.batches(HttpRequests.STREAM);
    AtomicInteger first = new AtomicInteger();
    return () ->
        new AppendLoad(requests, HttpRequests.BATCH, first.getAndIncrement() % requests.size());
  }

  private static Supplier<Dialogue> singles() {
    List<ByteBuffer> requests = HttpRequests.singles(HttpRequests.STREAM);
    AtomicInteger first = new AtomicInteger();
    return () -> new AppendLoad(requests, 1, first.getAndAdd(HttpRequests.BATCH) % requests.size());
  }

  private static double ownSeconds() {
    return seconds(ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  @Override
  public void close() throws IOException {
    if (polls.isPresent()) {
      polls.get().close();
    }
    load.close();
    if (filling.isPresent()) {
      filling.get().close();
    }
    server.close();
  }
}
