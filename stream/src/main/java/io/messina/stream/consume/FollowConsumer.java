package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.peer.ShardService;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Follows this process's shards, each on a thread of its own. If a shard is lost and taken again,
 * it is followed again only after the handler of its earlier events has returned.
 */
final class FollowConsumer implements Consumer {

  private final ConsumerSite site;
  private final CatalogGroup group;
  private final FollowHandler handler;
  private final FollowOptions options;
  private final java.util.function.Consumer<Consumer> closed;
  private final Counts counts = new Counts();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Lock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private final TreeMap<Integer, Follower> followers = new TreeMap<>(); // under the lock
  private int handling; // under the lock
  private boolean closing; // under the lock
  private NodeTime.Cancellation watching = () -> {}; // under the lock

  FollowConsumer(
      ConsumerSite site,
      CatalogGroup group,
      FollowHandler handler,
      FollowOptions options,
      java.util.function.Consumer<Consumer> closed) {
    this.site = site;
    this.group = group;
    this.handler = handler;
    this.options = options;
    this.closed = closed;
  }

  void start() {
    NodeTime.Cancellation cancellation = site.own().onOwned(this::look);
    lock.lock();
    try {
      watching = cancellation;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ConsumerCounts counts() {
    return counts.read();
  }

  @Override
  public void close() {
    if (beginsToClose()) {
      awaitHandlers();
      watching.cancel();
      closed.accept(this);
      ended.complete(null);
    }
    ended.join();
  }

  CatalogGroup group() {
    return group;
  }

  FollowOptions options() {
    return options;
  }

  ShardService service() {
    return site.own().service();
  }

  NodeTime time() {
    return site.time();
  }

  void handle(List<StoredEvent> events) throws Exception {
    try {
      handler.handle(events);
      counts.handled.addAndGet(events.size());
    } catch (Throwable e) {
      counts.failed.incrementAndGet();
      throw e;
    } finally {
      // The interrupt of a handler must not reach later code.
      boolean _ = Thread.interrupted();
    }
  }

  void dropped(int events) {
    counts.dropped.addAndGet(events);
  }

  /** Called before a handler; returns false if the handler must not be called. */
  boolean enter(Follower follower) {
    lock.lock();
    try {
      if (closing || followers.get(follower.shard().number()) != follower) {
        return false;
      }
      handling++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void exit() {
    lock.lock();
    try {
      handling--;
      left.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void ended(Follower follower) {
    lock.lock();
    try {
      followers.remove(follower.shard().number(), follower);
    } finally {
      lock.unlock();
    }
    look();
  }

  /** Starts and stops followers, so that exactly the owned shards are followed. */
  private void look() {
    lock.lock();
    try {
      if (closing) {
        return;
      }
      // Under the lock, so that the newest look is the one that counts.
      Set<ShardId> owned = new LinkedHashSet<>(site.own().owned());
      followers.values().stream()
          .filter(follower -> !owned.contains(follower.shard()))
          .forEach(Follower::stop);
      owned.stream()
          .filter(shard -> shard.stream().equals(group.stream()))
          .filter(shard -> !followers.containsKey(shard.number()))
          .forEach(this::begin);
    } finally {
      lock.unlock();
    }
  }

  private void begin(ShardId shard) {
    Follower follower = new Follower(this, shard);
    followers.put(shard.number(), follower);
    site.start(follower::run);
  }

  private boolean beginsToClose() {
    lock.lock();
    try {
      boolean begins = !closing;
      closing = true;
      followers.values().forEach(Follower::stop);
      return begins;
    } finally {
      lock.unlock();
    }
  }

  private void awaitHandlers() {
    lock.lock();
    try {
      while (handling > 0) {
        left.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
