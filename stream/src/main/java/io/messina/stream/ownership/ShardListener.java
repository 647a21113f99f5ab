package io.messina.stream.ownership;

/**
 * What works on the shards that a process owns. For one {@link OwnedShard} the calls come one after
 * the other, each on a thread of its own: {@code taken}, then {@code release} or {@code lost}, and
 * {@code lost} after a {@code release} that came too late. Different ones come at the same time,
 * also of the same shard: what is left of a lost ownership may end after the next one has begun.
 */
public interface ShardListener {

  /**
   * A shard was taken. It is not asked back until this returns.
   *
   * @param shard the new ownership
   */
  void taken(OwnedShard shard);

  /**
   * A shard is to be handed over: take in nothing new, and return once the last flush has returned
   * and been acknowledged, and all that the next owner must know is written. Nothing can be
   * acknowledged afterwards. While it waits it looks at {@link OwnedShard#isLost}.
   *
   * @param shard the ownership
   */
  void release(OwnedShard shard);

  /**
   * A shard was lost: another process owns it, or may. Nothing can be acknowledged any more.
   *
   * @param shard the ownership
   */
  void lost(OwnedShard shard);
}
