package io.messina.stream.ownership;

import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import java.util.List;
import java.util.Optional;

/** The shards that there are, as a process knows them. Asked often, so it answers from memory. */
@FunctionalInterface
public interface KnownShards {

  /**
   * All of them.
   *
   * @return in the same order while they are the same
   */
  List<ShardId> all();

  /**
   * Where the fenced state of a shard is.
   *
   * @param shard one that was among {@link #all}
   * @return its partition, always the same; empty where the shard is there no more. By default the
   *     one with salt 0
   */
  default Optional<PartitionKey> state(ShardId shard) {
    return Optional.of(ShardTable.partition(shard, 0));
  }
}
