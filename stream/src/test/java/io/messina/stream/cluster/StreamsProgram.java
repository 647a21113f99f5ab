package io.messina.stream.cluster;

import io.messina.runtime.Context;
import io.messina.store.ForwardingStore;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.RecordedCuts;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.SavedState;
import io.messina.stream.ownership.ClusterGuard;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The real thing: a {@link Streams} in each process, on one simulated store, started as the server
 * and the embedded product start it.
 */
record StreamsProgram(Simulation simulation, SimulatedStore stores, Wiring wiring, PlantedBug bug) {

  private static final String CLUSTER = "cluster";
  private static final Duration SEGMENT = Duration.ofSeconds(20);
  private static final long SEGMENT_BYTES = 400;
  private static final long CACHE_BYTES = 4_096;
  private static final long WAITING_MAX = 200;
  private static final long HELD_MAX = 400;

  /**
   * Starts it on a process. Called by an actor of it.
   *
   * @param node the process, whose name is the node's address
   * @param store the store as the process sees it
   * @param peers the other nodes
   */
  StreamsNode start(SimulatedNode node, Store store, Peers peers) {
    try {
      return switch (wiring) {
        case SOLE -> sole(node, store);
        case MEMBERS -> member(node, store, peers);
      };
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a former process wrote stands in the folder, or never will, once its lock is gone. */
  private StreamsNode sole(SimulatedNode node, Store store) throws InterruptedException {
    node.sleep(wiring.faults.delayMax().multipliedBy(2));
    Store embedded =
        new ForwardingStore(store) {
          @Override
          public long timestampFloorMicros() {
            return stores.direct().timestampFloorMicros();
          }
        };
    return start(node, embedded, Peers.NONE, "embedded", OwnershipOptions.SOLE);
  }

  /** As a server does. */
  private StreamsNode member(SimulatedNode node, Store store, Peers peers)
      throws InterruptedException {
    store.create(ClusterGuard.CLUSTERS);
    Context context = SimulatedSites.context(store, node, "guard");
    var _ =
        new ClusterGuard(context, CLUSTER, "dc1", OwnershipOptions.DEFAULT.lease())
            .pass(node.name());
    return start(node, store, peers, node.name(), OwnershipOptions.DEFAULT);
  }

  /** In some histories all is small, so that segments are many, or little may wait. */
  private NodeLimits limits() {
    RandomGenerator random = simulation.random("limits");
    LaneLimits usual = LaneLimits.DEFAULT;
    boolean isCut = random.nextBoolean();
    boolean isTight = random.nextInt(3) == 0;
    return new NodeLimits(
        isTight ? HELD_MAX : NodeLimits.DEFAULT.waitingBytesMax(),
        NodeLimits.DEFAULT.shardsAtOnce(),
        isCut ? CACHE_BYTES : NodeLimits.DEFAULT.cacheBytesMax(),
        new LaneLimits(
            isCut ? SEGMENT : usual.segmentLength(),
            isCut ? SEGMENT_BYTES : usual.segmentBytesMax(),
            isTight ? WAITING_MAX : usual.waitingBytesMax()));
  }

  private StreamsNode start(
      SimulatedNode node, Store store, Peers peers, String address, OwnershipOptions ownership) {
    return new StreamsNode(
        Streams.start(
            new NodeSite(
                SimulatedSites.context(store, node, "streams"),
                peers,
                CLUSTER,
                address,
                ownership,
                limits())),
        bug);
  }

  /** Reads what a shard holds, once all nodes have ended. */
  Truth truth(Topic topic, int shard) {
    ShardId id = new ShardId(new StreamId(topic.stream, 1), shard);
    SavedState saved = SavedState.read(stores.direct(), ShardTable.partition(id, 0));
    return Truth.read(stores.direct(), id, RecordedCuts.of(saved));
  }
}
