package io.messina.server.streams;

import io.messina.runtime.CacheBudget;
import io.messina.server.config.MetricsPer;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.Route;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All routes and metrics of streams and groups. Safe for use by many threads. */
public final class StreamsApi implements AutoCloseable {

  private final Streams streams;
  private final ShardsCheck shards;
  private final ClusterView cluster;
  private final StreamMeter meter;
  private final FlushMeter flushes;
  private final LongPolls polls = new LongPolls();
  private final List<Route> routes;

  /** The API of a node. */
  public StreamsApi(
      Streams streams, Store store, MeterRegistry registry, KeyCheck keys, MetricsPer metrics) {
    Directory directory = new Directory(streams);
    KeptRules rules = new KeptRules();
    this.streams = streams;
    this.shards =
        new ShardsCheck(streams::assigned, () -> Set.copyOf(streams.owned()), System::nanoTime);
    this.cluster = new ClusterView(streams, store);
    boolean byShard = metrics == MetricsPer.SHARD;
    this.meter = new StreamMeter(registry, streams, byShard);
    this.flushes = new FlushMeter(registry, streams, byShard);
    measure(streams.caches(), registry);
    measure(streams, registry);
    this.routes =
        Stream.of(
                new StreamRoutes(streams, keys).routes(),
                new EventRoutes(directory, polls, meter, rules).routes(),
                new GroupRoutes(directory).routes(),
                new DeliveryRoutes(directory, polls, rules).routes(),
                new FollowRoutes(directory, polls).routes(),
                new DeadLetterRoutes(
                        "/v1/streams/{stream}/groups/{group}", directory::letters, polls)
                    .routes(
                        "DeadLetters",
                        "Hands dead letters out again, their attempts counted anew."),
                new ClusterRoutes(directory, cluster).routes())
            .flatMap(List::stream)
            .toList();
  }

  private static void measure(CacheBudget caches, MeterRegistry registry) {
    Gauge.builder("messina.caches.bytes", caches::usedBytes)
        .description("What the caches of shards and groups take in memory, estimated")
        .register(registry);
    Gauge.builder("messina.caches.max.bytes", caches::bytesMax)
        .description("What they may take: memory-max")
        .register(registry);
    Gauge.builder("messina.unfinished.bytes", caches::heldBytes)
        .description("What is in memory as it is needed: unfinished events, keys in use, estimated")
        .register(registry);
    FunctionCounter.builder("messina.caches.evicted.bytes", caches, CacheBudget::evictedBytes)
        .description("What caches gave back as others needed it")
        .register(registry);
  }

  private static void measure(Streams streams, MeterRegistry registry) {
    Gauge.builder(
            "messina.shards",
            () -> streams.list().stream().mapToInt(each -> each.options().shards()).sum())
        .description("Shards of all streams, the same at each server of a keyspace")
        .strongReference(true)
        .register(registry);
    Gauge.builder("messina.shards.owned", () -> streams.owned().size())
        .description("Shards that this server owns")
        .strongReference(true)
        .register(registry);
  }

  /** The routes. */
  public List<Route> routes() {
    return routes;
  }

  /** Says to all that look at the cluster where this server listens. */
  public void listens(String baseUrl) {
    cluster.listens(baseUrl);
  }

  /** The checks without which the server is not ready. */
  public List<HealthCheck> checks() {
    return List.of(new CatalogCheck(streams), shards, new MemoryCheck(streams.caches()));
  }

  /**
   * The requests that wait.
   *
   * @return closed with this
   */
  public LongPolls polls() {
    return polls;
  }

  /** Updates gauges; called before metrics are shown. */
  public void refreshMetrics() {
    meter.refresh();
    flushes.refresh();
  }

  /** Answers waiting requests at once; none waits from now on. Repeating it changes nothing. */
  @Override
  public void close() {
    polls.close();
  }
}
