package io.messina.stream;

import io.messina.runtime.Context;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.ownership.KnownShards;
import io.messina.stream.ownership.MemberNews;
import io.messina.stream.ownership.Ownership;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.OwnershipSite;
import io.messina.stream.ownership.ShardListener;
import io.messina.stream.testkit.SimulatedTime;
import io.messina.testkit.simulation.SimulatedNode;
import java.util.List;

/** What parts of a simulated process work with. */
public final class SimulatedSites {

  private SimulatedSites() {}

  /** For a part whose threads have this name. */
  public static Context context(Store store, SimulatedNode node, String threads) {
    return new Context(store, new SimulatedTime(node), node.random(), node.threads(threads));
  }

  /** Ownership in the cluster {@code c}. */
  public static Ownership ownership(
      SimulatedNode node,
      Store store,
      String name,
      OwnershipOptions options,
      KnownShards shards,
      ShardListener listener) {
    return ownership(node, store, name, options, shards, listener, MemberNews.NONE);
  }

  /** As above, with news to others. */
  public static Ownership ownership(
      SimulatedNode node,
      Store store,
      String name,
      OwnershipOptions options,
      KnownShards shards,
      ShardListener listener,
      MemberNews news) {
    HybridClock clock = new HybridClock(node.clock(), 0);
    Context context = context(store, node, "ownership");
    return new Ownership(
        new OwnershipSite(context, clock, "c", name, options, shards, listener, news, () -> {}));
  }

  /** The same of the only process of its store. */
  public static Ownership sole(
      SimulatedNode node, Store store, ShardId shard, ShardListener listener) {
    return ownership(node, store, "a", OwnershipOptions.SOLE, () -> List.of(shard), listener);
  }
}
