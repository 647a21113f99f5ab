package io.messina.stream.ownership;

import io.messina.stream.ShardId;

/**
 * Serves the shards that a process owns. For one {@link OwnedShard} the calls come one after the
 * other, each on a thread of its own: {@code taken}, then {@code release} or {@code lost}, and
 * {@code lost} after a {@code release} that came too late. Calls for different ownerships may come
 * at the same time, even for the same shard: a lost ownership may end after the next one has begun.
 */
public interface ShardListener {

  /** A shard was taken. It is not released or lost before this returns. */
  void taken(OwnedShard shard);

  /**
   * A shard is to be handed over: take no new requests, and return once the last flush is
   * acknowledged and everything is written that the next owner must know. Nothing can be
   * acknowledged afterwards. While it waits, it checks {@link OwnedShard#isLost}.
   */
  void release(OwnedShard shard);

  /**
   * A shard that this process should own still has another owner.
   *
   * @param owner the address of its node
   * @param epoch of that owner
   */
  default void seen(ShardId shard, String owner, int epoch) {}

  /** A shard was lost: another process owns it, or may. Nothing can be acknowledged any more. */
  void lost(OwnedShard shard);
}
