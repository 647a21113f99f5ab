package io.messina.stream;

import io.messina.runtime.Context;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.ownership.OwnershipSite;
import io.messina.testkit.simulation.SimulatedNode;

/** What parts of a simulated process work with. */
public final class SimulatedSites {

  private SimulatedSites() {}

  /** For a part whose threads have this name. */
  public static Context context(Store store, SimulatedNode node, String threads) {
    return new Context(store, new SimulatedTime(node), node.random(), node.threads(threads));
  }

  /** For ownership in the cluster {@code c}. */
  public static OwnershipSite ownership(SimulatedNode node, Store store, String name) {
    return new OwnershipSite(
        context(store, node, "ownership"), new HybridClock(node.clock(), 0), "c", name);
  }
}
