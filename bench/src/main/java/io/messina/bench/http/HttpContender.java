package io.messina.bench.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Servers of one store with the load that is put on them. */
final class HttpContender implements AutoCloseable {

  private static final int FILLING = 32;

  /** Requests of a load that must not be what keeps the server busy. */
  private static final int PACE_PER_SECOND = 500;

  private final String name;
  private final List<ServerProcess> servers;
  private final HttpLoad load;
  private final Optional<HttpLoad> filling;
  private final boolean paced;
  private final List<Round> rounds = new ArrayList<>();
  private Optional<IdlePolls> polls = Optional.empty();
  private Optional<GreedyClient> greedy = Optional.empty();

  private HttpContender(
      String name,
      List<ServerProcess> servers,
      HttpLoad load,
      Optional<HttpLoad> filling,
      boolean paced) {
    this.name = name;
    this.servers = servers;
    this.load = load;
    this.filling = filling;
    this.paced = paced;
  }

  /** Makes the stream and its group, and connects. */
  static HttpContender of(
      String name, List<ServerProcess> servers, HttpArm arm, int connections, Bearer bearer)
      throws IOException {
    once(servers, bearer.on(HttpRequests.putStream(HttpRequests.STREAM)));
    once(servers, bearer.on(HttpRequests.putGroup(HttpRequests.GROUP)));
    Supplier<Dialogue> dialogues =
        switch (arm) {
          case INGEST, IDLE_POLLS -> batches();
          case SINGLES, TOKENS, GREEDY_TOKEN, FORWARDED -> singles(bearer);
          case CLAIMS -> () -> new ClaimsAndAcks(HttpRequests.GROUP, Optional.empty());
        };
    return new HttpContender(
        name,
        servers,
        load(servers, connections, dialogues),
        arm == HttpArm.CLAIMS ? Optional.of(load(servers, FILLING, batches())) : Optional.empty(),
        arm.isPaced());
  }

  /** Lets so many claims wait for a stream to which no events are appended. */
  void poll(int connections) throws IOException {
    once(servers, HttpRequests.putStream(HttpRequests.IDLE_STREAM));
    once(servers, HttpRequests.putGroup(HttpRequests.IDLE_GROUP));
    polls = Optional.of(IdlePolls.start(servers.getFirst().address(), connections));
  }

  /** Has another client append, of which the server may refuse some, while it is measured. */
  void beside(Bearer bearer, int perSecond) throws IOException {
    greedy =
        Optional.of(
            new GreedyClient(
                servers.getFirst().address(),
                bearer.on(HttpRequests.singles(HttpRequests.STREAM)),
                perSecond));
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
    return Round.line(name, rounds) + greedy.map(GreedyClient::line).orElse("");
  }

  List<Round> rounds() {
    return rounds;
  }

  private Round round(Duration length) throws IOException {
    if (filling.isPresent()) {
      var _ = filling.get().run(length);
    }
    double serverBegan = serverSeconds();
    double loadBegan = ownSeconds();
    Measured measured = measured(length);
    double serverTook = serverSeconds() - serverBegan;
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
        heapBytes());
  }

  private Measured measured(Duration length) throws IOException {
    if (greedy.isPresent()) {
      return greedy.get().beside(load, PACE_PER_SECOND, length);
    }
    return paced ? load.run(length, PACE_PER_SECOND) : load.run(length);
  }

  private double serverSeconds() {
    return servers.stream().mapToDouble(server -> seconds(server.cpu())).sum();
  }

  /** Of the server that has most. */
  private long heapBytes() throws IOException {
    long most = 0;
    for (ServerProcess server : servers) {
      most = Math.max(most, server.heapBytes());
    }
    return most;
  }

  private static void once(List<ServerProcess> servers, ByteBuffer request) throws IOException {
    try (HttpLoad load = load(servers, 1, () -> new Single(request))) {
      var _ = load.run(Duration.ZERO);
    }
  }

  private static HttpLoad load(
      List<ServerProcess> servers, int connections, Supplier<Dialogue> dialogues)
      throws IOException {
    return new HttpLoad(
        servers.stream().map(ServerProcess::address).toList(), connections, dialogues);
  }

  private static Supplier<Dialogue> batches() {
    List<ByteBuffer> requests = HttpRequests.batches(HttpRequests.STREAM);
    AtomicInteger first = new AtomicInteger();
    return () ->
        new AppendLoad(requests, HttpRequests.BATCH, first.getAndIncrement() % requests.size());
  }

  private static Supplier<Dialogue> singles(Bearer bearer) {
    List<ByteBuffer> requests = bearer.on(HttpRequests.singles(HttpRequests.STREAM));
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
    if (greedy.isPresent()) {
      greedy.get().close();
    }
    load.close();
    if (filling.isPresent()) {
      filling.get().close();
    }
    for (ServerProcess server : servers) {
      server.close();
    }
  }
}
