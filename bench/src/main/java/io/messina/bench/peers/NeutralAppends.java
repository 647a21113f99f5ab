package io.messina.bench.peers;

import io.messina.bench.http.HttpRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Appends over HTTP by a program that is not Messina's. */
final class NeutralAppends implements Load {

  private static final int PREPARED = 6_400;

  private final Optional<MessinaStream> stream;
  private final NeutralClient client;
  private final NeutralClient.Requests requests;
  private long acknowledged;
  private long unanswered;

  private NeutralAppends(
      Optional<MessinaStream> stream, NeutralClient client, NeutralClient.Requests requests) {
    this.stream = stream;
    this.client = client;
    this.requests = requests;
  }

  static NeutralAppends open(PeerArm arm, String url) throws IOException {
    NeutralClient client = NeutralClient.find();
    Optional<MessinaStream> stream =
        arm.server() == PeerArm.Server.MESSINA
            ? Optional.of(new MessinaStream(url, arm.toString()))
            : Optional.empty();
    SplittableRandom random = new SplittableRandom(7);
    Path events = Files.createTempFile("messina-bench", ".events");
    Files.write(events, Stream.generate(() -> HttpRequests.event(random)).limit(PREPARED).toList());
    boolean batches = arm == PeerArm.NDJSON_NEUTRAL;
    return new NeutralAppends(
        stream,
        client,
        new NeutralClient.Requests(
            events,
            batches ? HttpRequests.BATCH : 1,
            batches ? "application/x-ndjson" : HttpRequests.JSON,
            url + stream.map(MessinaStream::path).orElse("") + "/events"));
  }

  @Override
  public Answered run(Duration length) throws IOException, InterruptedException {
    int connections =
        requests.eventsEach() == 1 ? HttpAppends.SINGLE_CONNECTIONS : HttpAppends.BATCH_CONNECTIONS;
    long beganNanos = System.nanoTime();
    long events = requests.eventsEach() * client.run(client.command(requests, connections, length));
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    acknowledged += events;
    unanswered += (long) connections * requests.eventsEach();
    return Answered.of(events, seconds);
  }

  @Override
  public void check() {
    stream.ifPresent(own -> Counted.check("events", acknowledged, own.stored(), unanswered));
  }

  @Override
  public void close() throws IOException {
    stream.ifPresent(MessinaStream::close);
    Files.delete(requests.events());
    Files.deleteIfExists(requests.script());
  }
}
