package io.messina.bench.cql;

import io.messina.api.GroupOptions;
import io.messina.bench.streams.StreamBench;
import io.messina.runtime.Context;
import io.messina.store.cql.CqlStore;
import io.messina.stream.node.Group;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;
import java.time.InstantSource;
import java.util.UUID;

/** A node on the cluster, the only one of its cluster name. */
final class ClusterStream implements AutoCloseable {

  private final int workers;
  private final CqlStore cql;
  private final CountingStore store;
  private final Streams streams;
  private final StreamBench bench;
  private final Group group;

  ClusterStream(CqlSettings settings) {
    this.workers = settings.workers();
    this.cql = CqlStore.open(settings.cluster(), InstantSource.system());
    this.store = new CountingStore(cql);
    String name = "bench-" + UUID.randomUUID();
    this.streams =
        Streams.start(
            new NodeSite(
                Context.ofMachine(store, "bench-"),
                Peers.NONE,
                name,
                name,
                OwnershipOptions.DEFAULT,
                NodeLimits.DEFAULT));
    this.bench = new StreamBench(streams, settings.underWay(), settings.claim());
    this.group = bench.group("bench", GroupOptions.DEFAULT);
  }

  /** Appends, then claims and acks as many. */
  Figures run(int events) throws InterruptedException {
    long plain = store.plain();
    double append = bench.append(events);
    long flushes = store.plain() - plain;
    long fenced = store.fenced();
    double claimAndAck = bench.claimAndAck(group, events, workers);
    return new Figures(
        append,
        claimAndAck,
        (double) events / Math.max(1, flushes),
        (double) (store.fenced() - fenced) / events);
  }

  @Override
  public void close() {
    streams.close();
    cql.close();
  }

  /**
   * The figures of a round.
   *
   * @param append events per second
   * @param claimAndAck events per second
   * @param eventsPerWrite of appending
   * @param fencedPerEvent conditional writes of claiming and acking
   */
  record Figures(double append, double claimAndAck, double eventsPerWrite, double fencedPerEvent) {

    double endToEnd() {
      return 1 / (1 / append + 1 / claimAndAck);
    }
  }
}
