package io.messina.stream.group;

import io.messina.runtime.NodeTime.Cancellation;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows this process's shards, each on a thread of its own. If a shard is lost and taken again,
 * it is followed again only after the follower of its earlier time has ended.
 */
final class FollowConsumer implements Consumer {

  private final OpenConsumers all;
  private final ConsumerSite site;
  private final CatalogGroup group;
  private final ShardFollower.Factory factory;
  private final Map<ShardId, ShardFollower> followers = new LinkedHashMap<>(); // under this
  private boolean closing; // under this
  private Cancellation watching = () -> {}; // under this

  FollowConsumer(OpenConsumers all, CatalogGroup group, ShardFollower.Factory factory) {
    this.all = all;
    this.site = all.site();
    this.group = group;
    this.factory = factory;
  }

  synchronized void start() {
    if (!closing) {
      watching = site.own().onOwned(this::look);
    }
  }

  @Override
  public ConsumerCounts counts() {
    return factory.counts();
  }

  @Override
  public void close() {
    stop().forEach(ShardFollower::close);
    all.forget(this);
  }

  private synchronized List<ShardFollower> stop() {
    closing = true;
    watching.cancel();
    followers.values().forEach(ShardFollower::stop);
    return List.copyOf(followers.values());
  }

  /** Starts and stops followers, so that exactly the owned shards are followed. */
  private synchronized void look() {
    if (closing) {
      return;
    }
    // Under the lock, so that the newest look is the one that counts.
    Set<ShardId> owned = new LinkedHashSet<>(site.own().owned());
    followers.forEach(
        (shard, follower) -> {
          if (!owned.contains(shard)) {
            follower.stop();
          }
        });
    owned.stream()
        .filter(shard -> shard.stream().equals(group.stream()))
        .filter(shard -> !followers.containsKey(shard))
        .forEach(this::begin);
  }

  private void begin(ShardId shard) {
    ShardFollower follower = factory.on(shard, () -> site.own().group(shard, group.id()));
    followers.put(shard, follower);
    site.start(
        () -> {
          try {
            follower.run();
          } finally {
            ended(shard);
          }
        });
  }

  private synchronized void ended(ShardId shard) {
    followers.remove(shard);
    look();
  }
}
