package io.messina.bench.features;

import io.messina.bench.http.Dialogue;
import io.messina.bench.http.HttpAnswer;
import io.messina.bench.http.HttpLoad;
import io.messina.bench.http.ServerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A server with lists and scalars. */
final class FilledServer implements AutoCloseable {

  private static final int CONNECTIONS = 16;
  private static final Pattern READS =
      Pattern.compile(
          "messina_store_operations_seconds_count\\{operation=\"scan\",result=\"ok\","
              + "table=\"list_items\"[^}]*} ([0-9.eE+]+)");

  private final ServerProcess server;

  FilledServer(ServerProcess server) {
    this.server = server;
  }

  ServerProcess process() {
    return server;
  }

  /** Lists of five hundred items each. */
  void fillLists(int count) throws IOException {
    ask(Stream.of(FeatureRequests.createList()), 1);
    ask(IntStream.range(0, count).mapToObj(FeatureRequests::add), CONNECTIONS);
  }

  /** Fifty scalars of each of some entities. */
  void fillValues(int entities) throws IOException {
    ask(IntStream.range(0, FeatureRequests.READ).mapToObj(FeatureRequests::createScalar), 1);
    ask(
        IntStream.range(0, entities)
            .boxed()
            .flatMap(
                entity ->
                    IntStream.range(0, FeatureRequests.READ)
                        .mapToObj(feature -> FeatureRequests.put(entity, feature))),
        CONNECTIONS);
  }

  /** Returns the number of reads of lists by its store. */
  long listReads() throws IOException {
    Once once = new Once(FeatureRequests.metrics());
    try (HttpLoad load = new HttpLoad(server.address(), 1, () -> once)) {
      var _ = load.run(Duration.ZERO);
    }
    Matcher found = READS.matcher(once.body);
    return found.find() ? (long) Double.parseDouble(found.group(1)) : 0;
  }

  /** All of them at least once; each may be asked twice. */
  private void ask(Stream<ByteBuffer> requests, int connections) throws IOException {
    Asked asked = Asked.of(requests.toList(), "");
    try (HttpLoad load = new HttpLoad(server.address(), connections, () -> asked)) {
      for (int done = 0; done < asked.requests().size(); done += connections) {
        var _ = load.run(Duration.ZERO);
      }
    }
  }

  /** One request, whose answer is kept. */
  private static final class Once implements Dialogue {

    private final ByteBuffer request;
    private String body = "";

    private Once(ByteBuffer request) {
      this.request = request;
    }

    @Override
    public ByteBuffer next() {
      return request;
    }

    @Override
    public int answered(HttpAnswer answer) {
      body = answer.body();
      return 1;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
