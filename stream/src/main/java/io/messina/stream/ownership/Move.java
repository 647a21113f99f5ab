package io.messina.stream.ownership;

import io.messina.stream.ShardId;

/** The next step for a shard. */
sealed interface Move {

  ShardId shard();

  /** Read who owns it, and take it if allowed. */
  record Look(ShardId shard) implements Move {}

  /** Release it, because another member should own it. */
  record Release(ShardId shard) implements Move {}
}
