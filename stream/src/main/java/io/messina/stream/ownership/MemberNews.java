package io.messina.stream.ownership;

import io.messina.store.Incarnation;
import io.messina.stream.ShardId;

/**
 * Tells other members at once what they would find out by reading a moment later. News may be lost.
 * The methods return at once.
 */
public interface MemberNews {

  /** For a process without others. */
  MemberNews NONE =
      new MemberNews() {
        @Override
        public void leaves(String address, Incarnation member) {}

        @Override
        public void released(String address, ShardId shard) {}
      };

  /**
   * A member takes no more shards, and releases its own.
   *
   * @param address of the member to tell
   * @param member that leaves
   */
  void leaves(String address, Incarnation member);

  /**
   * A shard has no owner any more.
   *
   * @param address of the member that should own it
   * @param shard the shard
   */
  void released(String address, ShardId shard);

  /** Whether the others may reach this member; while they do not it takes no shards. */
  default boolean isReached() {
    return true;
  }
}
