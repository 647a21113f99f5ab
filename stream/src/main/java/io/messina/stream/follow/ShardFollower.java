package io.messina.stream.follow;

import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.owner.OwnGroup;
import java.util.function.Supplier;

/**
 * Follows one shard of this process for a group. It is made when the shard is taken over, and, if
 * the shard is taken over again, only after the follower of the earlier time has ended.
 */
public interface ShardFollower extends AutoCloseable {

  /** Makes the followers of all shards of a consumer. Used by many threads. */
  interface Factory {

    /**
     * Makes a follower of a shard; returns soon.
     *
     * @param shard which
     * @param group the group there; throws {@link io.messina.stream.owner.NotOwnerException} once
     *     the shard is owned no longer
     */
    ShardFollower on(ShardId shard, Supplier<OwnGroup> group);

    /** Returns how many events all of them have handled since the beginning. */
    ConsumerCounts counts();
  }

  /** Follows until it is stopped, on a thread of its own. */
  void run();

  /** Ends {@link #run} soon: begins nothing more. Does not wait. */
  void stop();

  /** Waits, after {@link #stop}, until nothing is handled any more; a read may still be running. */
  @Override
  void close();
}
