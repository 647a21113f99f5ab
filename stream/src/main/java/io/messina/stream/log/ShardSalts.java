package io.messina.stream.log;

import java.util.List;

/**
 * The salts in the keys of the fenced state of a stream's shards, which never change.
 *
 * @param numbers one for each shard, from 0; empty if all are 0
 */
public record ShardSalts(List<Integer> numbers) {

  /** All are 0. */
  public static final ShardSalts NONE = new ShardSalts(List.of());

  public ShardSalts {
    numbers = List.copyOf(numbers);
  }

  /** Returns the salt of one shard. */
  public int of(int shard) {
    return numbers.isEmpty() ? 0 : numbers.get(shard);
  }
}
