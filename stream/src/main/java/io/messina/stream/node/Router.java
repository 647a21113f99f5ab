package io.messina.stream.node;

import io.messina.runtime.NodeTime;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.consume.OwnShards;
import io.messina.stream.ownership.KnownShards;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.peer.Peers;
import io.messina.stream.peer.ShardService;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds the owner of a shard: this process, or the owner that the table of shards names. What the
 * table said is remembered until a request finds it wrong. Requests for the same shard at the same
 * time share a read. Safe for use by many threads.
 */
final class Router implements AutoCloseable {

  private static final int KNOWN_MAX = 65_536;

  /** How old what is known must be for a mere doubt to count. */
  private static final long DOUBTFUL_NANOS = Duration.ofSeconds(2).toNanos();

  private final OwnShards own;
  private final Store store;
  private final KnownShards shards;
  private final Peers peers;
  private final NodeTime time;
  private final Route here;
  private final Runnable unwatch;
  private final Lock lock = new ReentrantLock();
  private final Map<ShardId, Known> known = newestKnown(); // under the lock
  private final Map<ShardId, CompletableFuture<Optional<Route>>> asked =
      new HashMap<>(); // under the lock
  private volatile Set<ShardId> owned = Set.of();

  Router(OwnShards own, NodeSite site, KnownShards shards) {
    this.own = own;
    this.store = site.store();
    this.shards = shards;
    this.peers = site.peers();
    this.time = site.time();
    this.here = new Route(site.address(), true);
    this.unwatch = own.onOwned(this::look)::cancel;
  }

  private record Known(Route route, long sinceNanos) {}

  /** The way to this node itself, whatever it owns. */
  Route here() {
    return here;
  }

  boolean isOwned(ShardId shard) {
    return owned.contains(shard);
  }

  /** The way to the owner; empty where the shard has none, as far as is known. Reads if needed. */
  Optional<Route> find(ShardId shard) {
    Optional<Route> remembered = known(shard);
    if (remembered.isPresent()) {
      return remembered;
    }
    CompletableFuture<Optional<Route>> answer = new CompletableFuture<>();
    CompletableFuture<Optional<Route>> other;
    lock.lock();
    try {
      Known found = known.get(shard);
      if (found != null) {
        return Optional.of(found.route());
      }
      other = asked.putIfAbsent(shard, answer);
    } finally {
      lock.unlock();
    }
    return other == null ? ask(shard, answer) : other.join();
  }

  /** The way to the owner, as far as memory knows it. */
  Optional<Route> known(ShardId shard) {
    if (isOwned(shard)) {
      return Optional.of(here);
    }
    lock.lock();
    try {
      return Optional.ofNullable(known.get(shard)).map(Known::route);
    } finally {
      lock.unlock();
    }
  }

  /** How to ask. */
  ShardService service(Route route) {
    return route.isOwn() ? own.service() : peers.at(route.address());
  }

  /** Forgets the way to a shard: a request found it wrong, or could not tell. */
  void forget(ShardId shard, Route route) {
    forget(shard, route, 0);
  }

  /**
   * Forgets the way to a shard unless it was learnt lately: a node that is asked for several shards
   * does not say which of them it has lost.
   */
  void doubt(ShardId shard, Route route) {
    forget(shard, route, DOUBTFUL_NANOS);
  }

  @Override
  public void close() {
    unwatch.run();
  }

  private void forget(ShardId shard, Route route, long ageNanos) {
    lock.lock();
    try {
      Known found = known.get(shard);
      if (found != null
          && found.route().equals(route)
          && time.nanoTime() - found.sinceNanos() >= ageNanos) {
        known.remove(shard);
      }
    } finally {
      lock.unlock();
    }
  }

  private void look() {
    lock.lock();
    try {
      // Under the lock, so that what was looked at last is what is kept.
      owned = Set.copyOf(own.owned());
      known.keySet().removeAll(owned);
    } finally {
      lock.unlock();
    }
  }

  private Optional<Route> ask(ShardId shard, CompletableFuture<Optional<Route>> answer) {
    Optional<Route> route = Optional.empty();
    try {
      route = read(shard);
      return route;
    } finally {
      learn(shard, route);
      answer.complete(route);
    }
  }

  private void learn(ShardId shard, Optional<Route> route) {
    lock.lock();
    try {
      asked.remove(shard);
      route.ifPresent(found -> known.put(shard, new Known(found, time.nanoTime())));
    } finally {
      lock.unlock();
    }
  }

  /** This node in the table means that it has the shard not yet, or no more. */
  private Optional<Route> read(ShardId shard) {
    try {
      return shards
          .state(shard)
          .flatMap(store::getStatic)
          .filter(row -> !row.find(ShardTable.RELEASED).orElse(false))
          .flatMap(Router::owner)
          .filter(address -> !address.equals(here.address()))
          .map(address -> new Route(address, false));
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
