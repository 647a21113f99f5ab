package io.messina.stream.ownership;

import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import java.util.List;
import java.util.Optional;

/** The shards that a process knows. Called often, so it answers from memory. */
@FunctionalInterface
public interface KnownShards {

  /** Returns all of them, in the same order while they are the same. */
  List<ShardId> shards();

  /**
   * Returns the partition of a shard's fenced state.
   *
   * @param shard one that was among {@link #shards}
   * @return always the same; empty if the shard no longer exists. By default the partition with
   *     salt 0
   */
  default Optional<PartitionKey> state(ShardId shard) {
    return Optional.of(ShardTable.partition(shard, 0));
  }
}
