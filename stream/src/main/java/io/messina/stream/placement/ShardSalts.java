package io.messina.stream.placement;

import java.util.List;

/**
 * The salts in the keys of the fenced state of a stream's shards, which never change.
 *
 * @param numbers one for each shard, from 0; none where all are 0
 */
public record ShardSalts(List<Integer> numbers) {

  /** All are 0. */
  public static final ShardSalts NONE = new ShardSalts(List.of());

  /** A list that nobody can change. */
  public ShardSalts {
    numbers = List.copyOf(numbers);
  }

  /**
   * The salt of one shard.
   *
   * @param shard its number
   * @return the salt
   */
  public int of(int shard) {
    return numbers.isEmpty() ? 0 : numbers.get(shard);
  }
}
