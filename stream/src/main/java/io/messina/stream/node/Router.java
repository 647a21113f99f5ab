package io.messina.stream.node;

import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SingleFlight;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.KnownShards;
import io.messina.stream.ownership.ShardTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the owner of a shard: this process, or the owner in the table of shards. An answer of the
 * table is cached until a request finds it wrong. Concurrent requests for the same shard share a
 * read. Safe for use by many threads.
 */
final class Router implements AutoCloseable {

  private static final int KNOWN_MAX = 65_536;

  /** A cached owner must be this old before a doubt removes it. */
  private static final long DOUBTFUL_NANOS = Duration.ofSeconds(2).toNanos();

  private final OwnShards own;
  private final Store store;
  private final KnownShards shards;
  private final Peers peers;
  private final NodeTime time;
  private final OwnerAddress here;
  private final Runnable unwatch;
  private final Mutex lock = new Mutex();
  private final Map<ShardId, Known> known = newestKnown(); // under the lock
  private final SingleFlight<ShardId, Optional<OwnerAddress>> reads = new SingleFlight<>();
  private volatile Set<ShardId> owned = Set.of();

  Router(OwnShards own, NodeSite site, KnownShards shards) {
    this.own = own;
    this.store = site.context().store();
    this.shards = shards;
    this.peers = site.peers();
    this.time = site.context().time();
    this.here = new OwnerAddress(site.address(), true);
    this.unwatch = own.onOwned(this::look)::cancel;
  }

  private record Known(OwnerAddress route, long sinceNanos) {}

  /** This node's own address, whatever it owns. */
  OwnerAddress here() {
    return here;
  }

  boolean isOwned(ShardId shard) {
    return owned.contains(shard);
  }

  /** Finds the owner, reading the table if needed; empty if the shard has no known owner. */
  Optional<OwnerAddress> find(ShardId shard) {
    Optional<OwnerAddress> remembered = known(shard);
    if (remembered.isPresent()) {
      return remembered;
    }
    // Whoever has waited for the read of another finds the owner that it has learnt.
    return reads.read(shard, () -> known(shard).or(() -> learnt(shard)));
  }

  /** The owner, if it is cached. */
  Optional<OwnerAddress> known(ShardId shard) {
    if (isOwned(shard)) {
      return Optional.of(here);
    }
    try (var _ = lock.hold()) {
      return Optional.ofNullable(known.get(shard)).map(Known::route);
    }
  }

  ShardService service(OwnerAddress route) {
    return route.isOwn() ? own : peers.at(route.address());
  }

  /** Removes a cached owner that a request found wrong, or that did not answer. */
  void forget(ShardId shard, OwnerAddress route) {
    forget(shard, route, 0);
  }

  /**
   * Removes a cached owner unless it was learnt recently: a node that is asked for several shards
   * does not say which of them it has lost.
   */
  void doubt(ShardId shard, OwnerAddress route) {
    forget(shard, route, DOUBTFUL_NANOS);
  }

  @Override
  public void close() {
    unwatch.run();
  }

  private void forget(ShardId shard, OwnerAddress route, long ageNanos) {
    try (var _ = lock.hold()) {
      Known found = known.get(shard);
      if (found != null
          && found.route().equals(route)
          && time.nanoTime() - found.sinceNanos() >= ageNanos) {
        known.remove(shard);
      }
    }
  }

  private void look() {
    try (var _ = lock.hold()) {
      // Under the lock, so that the newest look is the one that is kept.
      owned = Set.copyOf(own.owned());
      known.keySet().removeAll(owned);
    }
  }

  private Optional<OwnerAddress> learnt(ShardId shard) {
    Optional<OwnerAddress> route = read(shard);
    try (var _ = lock.hold()) {
      route.ifPresent(found -> known.put(shard, new Known(found, time.nanoTime())));
    }
    return route;
  }

  /** If the table names this node, the node has not taken the shard yet, or has already lost it. */
  private Optional<OwnerAddress> read(ShardId shard) {
    try {
      return shards
          .state(shard)
          .flatMap(store::look)
          .filter(row -> !row.find(ShardTable.RELEASED).orElse(false))
          .flatMap(Router::owner)
          .filter(address -> !address.equals(here.address()))
          .map(address -> new OwnerAddress(address, false));
    } catch (StoreUnavailableException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> owner(StaticRow row) {
    return row.find(ShardTable.OWNER);
  }

  private static Map<ShardId, Known> newestKnown() {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<ShardId, Known> eldest) {
        return size() > KNOWN_MAX;
      }
    };
  }
}
