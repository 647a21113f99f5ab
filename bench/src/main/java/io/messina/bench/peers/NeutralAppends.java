package io.messina.bench.peers;

import io.messina.bench.http.HttpRequests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Appends over HTTP by a program that is not Messina's: the same request again and again. */
final class NeutralAppends implements Load {

  private final Optional<MessinaStream> stream;
  private final NeutralClient client;
  private final Path body;
  private final boolean batches;
  private final String target;
  private long acknowledged;
  private long unanswered;

  private NeutralAppends(
      Optional<MessinaStream> stream,
      NeutralClient client,
      Path body,
      boolean batches,
      String target) {
    this.stream = stream;
    this.client = client;
    this.body = body;
    this.batches = batches;
    this.target = target;
  }

  static NeutralAppends open(PeerArm arm, String url) throws IOException {
    NeutralClient client = NeutralClient.find();
    Optional<MessinaStream> stream =
        arm.server() == PeerArm.Server.MESSINA
            ? Optional.of(new MessinaStream(url, arm.toString()))
            : Optional.empty();
    boolean batches = arm == PeerArm.NDJSON_NEUTRAL;
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder lines = new StringBuilder(HttpRequests.event(random));
    for (int i = 1; batches && i < HttpRequests.BATCH; i++) {
      lines.append('\n').append(HttpRequests.event(random));
    }
    Path body = Files.createTempFile("messina-bench", ".body");
    Files.writeString(body, lines, StandardCharsets.US_ASCII);
    return new NeutralAppends(
        stream,
        client,
        body,
        batches,
        url + stream.map(MessinaStream::path).orElse("") + "/events");
  }

  @Override
  public Answered run(Duration length) throws IOException, InterruptedException {
    int connections = batches ? HttpAppends.BATCH_CONNECTIONS : HttpAppends.SINGLE_CONNECTIONS;
    String type = batches ? "application/x-ndjson" : HttpRequests.JSON;
    List<String> command = client.command(connections, length, type, body, target);
    long beganNanos = System.nanoTime();
    long requests = client.run(command);
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    int eventsEach = batches ? HttpRequests.BATCH : 1;
    acknowledged += requests * eventsEach;
    unanswered += (long) connections * eventsEach;
    return Answered.of(requests * eventsEach, seconds);
  }

  @Override
  public void check() {
    stream.ifPresent(own -> Counted.check("events", acknowledged, own.stored(), unanswered));
  }

  @Override
  public void close() throws IOException {
    stream.ifPresent(MessinaStream::close);
    Files.delete(body);
  }
}
