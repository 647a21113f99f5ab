package io.messina.bench.peers;

import io.messina.bench.http.AppendLoad;
import io.messina.bench.http.Dialogue;
import io.messina.bench.http.HttpLoad;
import io.messina.bench.http.HttpRequests;
import io.messina.bench.http.Measured;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Appends over HTTP from prepared bytes, one request under way on each connection. */
final class HttpAppends implements Load {

  static final int BATCH_CONNECTIONS = 32;
  static final int SINGLE_CONNECTIONS = 64;

  private final Optional<MessinaStream> stream;
  private final HttpLoad load;
  private final OptionalInt perSecond;
  private long acknowledged;

  private HttpAppends(Optional<MessinaStream> stream, HttpLoad load, OptionalInt perSecond) {
    this.stream = stream;
    this.load = load;
    this.perSecond = perSecond;
  }

  /** Batches or single events to a stream of its own. */
  static HttpAppends open(PeerArm arm, String url) throws IOException {
    MessinaStream stream = new MessinaStream(url, arm.toString());
    HttpLoad load =
        arm == PeerArm.NDJSON
            ? new HttpLoad(stream.address(), BATCH_CONNECTIONS, batches(stream.path()))
            : new HttpLoad(stream.address(), SINGLE_CONNECTIONS, singles(stream.path()));
    return new HttpAppends(Optional.of(stream), load, OptionalInt.empty());
  }

  /** Single events to a server that has no streams. */
  static HttpAppends constant(String url) throws IOException {
    URI address = URI.create(url);
    HttpLoad load =
        new HttpLoad(
            new InetSocketAddress(address.getHost(), address.getPort()),
            SINGLE_CONNECTIONS,
            singles("/v1/streams/constant"));
    return new HttpAppends(Optional.empty(), load, OptionalInt.empty());
  }

  /** Single events at a rate, which tell when they were due. */
  static HttpAppends due(PeerArm arm, String url) throws IOException {
    MessinaStream stream = new MessinaStream(url, arm.toString());
    HttpLoad load =
        new HttpLoad(stream.address(), SINGLE_CONNECTIONS, DueAppends.to(stream.path()));
    return new HttpAppends(Optional.of(stream), load, OptionalInt.of(arm.perSecond()));
  }

  static Supplier<Dialogue> batches(String path) {
    return appends(HttpRequests.batches(path), HttpRequests.BATCH, 1);
  }

  private static Supplier<Dialogue> singles(String path) {
    return appends(HttpRequests.singles(path), 1, HttpRequests.BATCH);
  }

  private static Supplier<Dialogue> appends(
      List<ByteBuffer> requests, int eventsEach, int distance) {
    AtomicInteger first = new AtomicInteger();
    return () -> new AppendLoad(requests, eventsEach, first.getAndAdd(distance) % requests.size());
  }

  @Override
  public Answered run(Duration length) throws IOException {
    Measured measured =
        perSecond.isPresent() ? load.run(length, perSecond.getAsInt()) : load.run(length);
    acknowledged += measured.events();
    return Answered.of(measured);
  }

  @Override
  public void check() {
    stream.ifPresent(own -> Counted.check("events", acknowledged, own.stored(), 0));
  }

  @Override
  public void close() throws IOException {
    load.close();
    stream.ifPresent(MessinaStream::close);
  }
}
