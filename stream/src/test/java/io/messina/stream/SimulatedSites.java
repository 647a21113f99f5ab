package io.messina.stream;

import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.ownership.OwnershipSite;
import io.messina.testkit.simulation.SimulatedNode;

/** What parts of a simulated process work with. */
public final class SimulatedSites {

  private SimulatedSites() {}

  /** For ownership in the cluster {@code c}. */
  public static OwnershipSite ownership(SimulatedNode node, Store store, String name) {
    return new OwnershipSite(
        store,
        new SimulatedTime(node),
        new HybridClock(node.clock(), 0),
        node.random(),
        node.threads("ownership"),
        "c",
        name);
  }
}
