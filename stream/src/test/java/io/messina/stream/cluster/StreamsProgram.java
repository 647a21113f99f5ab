package io.messina.stream.cluster;

import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedTime;
import io.messina.stream.StreamId;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.peer.Peers;
import io.messina.stream.shard.RecordedCuts;
import io.messina.stream.state.SavedState;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;

/** The real thing: a {@link Streams} in each process, on one simulated store. */
record StreamsProgram(Simulation simulation, SimulatedStore stores) implements NodeProgram {

  @Override
  public RunningNode start(SimulatedNode node, Store store, Peers peers) {
    NodeSite site =
        new NodeSite(
            store,
            new SimulatedTime(node),
            node.random(),
            node.threads("streams"),
            peers,
            "cluster",
            node.name(),
            OwnershipOptions.DEFAULT,
            NodeLimits.DEFAULT);
    return new StreamsNode(Streams.start(site));
  }

  @Override
  public Truth truth(Topic topic, int shard) {
    ShardId id = new ShardId(new StreamId(topic.stream, 1), shard);
    SavedState saved = SavedState.read(stores.direct(), ShardTable.partition(id, 0));
    return new StoreTruth(stores.direct(), id, RecordedCuts.of(saved)).read();
  }
}
