package io.messina.stream.ownership;

import io.messina.stream.ShardId;

/** What to do about a shard now. */
sealed interface Move {

  /**
   * Which shard.
   *
   * @return the shard
   */
  ShardId shard();

  /** Read who owns it, and take it if it may be taken. */
  record Look(ShardId shard) implements Move {}

  /** Let go of it, as another member should own it. */
  record Release(ShardId shard) implements Move {}
}
