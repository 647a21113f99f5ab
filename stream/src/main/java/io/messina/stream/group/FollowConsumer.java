package io.messina.stream.group;

import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.follow.ShardFollower;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows this process's shards, each on a thread of its own. If a shard is lost and taken again,
 * it is followed again only after the follower of its earlier time has ended.
 */
final class FollowConsumer implements Consumer {

  private static final Logger LOG = LoggerFactory.getLogger(FollowConsumer.class);

  /** After a follower that could not be made, or has thrown something. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

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
    ShardFollower follower;
    try {
      follower = factory.on(shard, () -> site.own().group(shard, group.id()));
    } catch (RuntimeException e) {
      LOG.error("{}: cannot be followed by {}, it is tried again", shard, group.id(), e);
      var _ = site.context().time().schedule(PAUSE, this::look);
      return;
    }
    followers.put(shard, follower);
    site.context()
        .start(
            () -> {
              try {
                follower.run();
              } catch (Throwable e) {
                LOG.error("{}: is not followed by {} for a moment", shard, group.id(), e);
                UninterruptibleSleep.sleep(site.context().time(), PAUSE);
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
