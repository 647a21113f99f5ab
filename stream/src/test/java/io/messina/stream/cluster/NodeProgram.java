package io.messina.stream.cluster;

import io.messina.store.Store;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.Peers;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.util.List;
import java.util.Set;

/** What runs on the nodes of a simulated cluster. */
interface NodeProgram {

  /**
   * Starts it on a process. Called by an actor of it.
   *
   * @param node the process, whose name is the node's address
   * @param store the store as the process sees it
   * @param peers the other nodes
   */
  RunningNode start(SimulatedNode node, Store store, Peers peers);

  /**
   * Reads the truth, once all nodes have ended.
   *
   * @param topic of which stream
   * @param shard which shard
   */
  Truth truth(Topic topic, int shard);

  /**
   * What a shard holds.
   *
   * @param log its one order
   * @param behindCuts where rows stand behind a cut
   * @param epochs how many owners it has had
   */
  record Truth(List<StoredEvent> log, Set<Place> behindCuts, long epochs) {}

  /** Makes a program for each simulation. */
  @FunctionalInterface
  interface Factory {

    /** A program for a simulation, its store, and how it is shared. */
    NodeProgram in(Simulation simulation, SimulatedStore stores, Wiring wiring);
  }
}
