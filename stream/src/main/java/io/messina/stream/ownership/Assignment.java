package io.messina.stream.ownership;

import io.messina.store.Incarnation;
import io.messina.stream.ShardId;
import io.messina.stream.ownership.MemberTable.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which member should own which shard: the one whose address has the highest weight for the shard
 * (rendezvous hashing). A new member takes shards evenly from the others, a leaving one leaves its
 * shards evenly to the others, and no other shard moves. All processes that know the same members
 * compute the same result.
 *
 * @param members that share the shards
 */
record Assignment(List<Member> members) {

  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  Assignment {
    members = List.copyOf(members);
  }

  /**
   * Selects the members that share the shards. A new member gets none before it has beaten for a
   * while, and a gateway none at all.
   *
   * <p>A member counts as new only if others are much older: members that start together share the
   * shards from the beginning.
   *
   * @param living all living members
   * @param settledBeats after how many beats a member is no longer new
   */
  static Assignment among(List<Member> living, long settledBeats) {
    List<Member> staying =
        living.stream().filter(member -> member.takesShards() && !member.leaving()).toList();
    long oldest = staying.stream().mapToLong(Member::beat).max().orElse(0);
    long needed = Math.min(settledBeats, oldest / 2);
    return new Assignment(staying.stream().filter(member -> member.beat() >= needed).toList());
  }

  /**
   * The member that should own a shard, of those that can serve it if there are any; empty only if
   * there are no members.
   */
  Optional<Member> owner(ShardId shard) {
    long salt = hash(shard.toString());
    return members.stream()
        .max(
            Comparator.comparing((Member member) -> !member.declines(shard))
                .thenComparingLong(member -> weight(salt, member))
                .thenComparing(member -> member.incarnation().toString()));
  }

  /** Whether a shard should be owned by an incarnation. */
  boolean assigns(ShardId shard, Incarnation incarnation) {
    return owner(shard).filter(owner -> owner.incarnation().equals(incarnation)).isPresent();
  }

  private static long weight(long salt, Member member) {
    return mix(salt ^ mix(hash(member.address())));
  }

  /** FNV-1a over the chars. */
  private static long hash(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return mix(hash);
  }

  /** The finalizer of SplittableRandom. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
