package io.messina.stream.owner;

import io.messina.runtime.NodeTime;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import java.util.List;

/** The shards that this process owns. Safe for use by many threads. */
public interface OwnShards extends ShardService {

  /** Returns the owned shards, in a stable order. */
  List<ShardId> owned();

  /**
   * Returns a group on a shard of this process.
   *
   * @throws NotOwnerException as {@link #shard} does
   */
  OwnGroup group(ShardId shard, GroupId group);

  /**
   * Registers a listener that is called once at the beginning, and whenever the owned shards have
   * changed.
   *
   * @param listener called without locks, by any thread; must return soon
   * @return ends the registration
   */
  NodeTime.Cancellation onOwned(Runnable listener);
}
