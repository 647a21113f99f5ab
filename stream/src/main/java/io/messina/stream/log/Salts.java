package io.messina.stream.log;

import io.messina.store.PartitionKey;
import java.util.function.IntFunction;

/** Chooses numbers in partition keys that only decide where the partitions are stored. */
@FunctionalInterface
public interface Salts {

  /** Always 0, for partitions that may be stored anywhere. */
  Salts NONE = partitions -> 0;

  /**
   * Chooses for a partition that is not written yet. It may compute for milliseconds, so it must
   * not be called under a lock that others wait for; it never waits for the database.
   *
   * @param partitions the partition's key with a given salt
   * @return the salt to use, from 0; it must be stored where readers of the partition find it
   */
  int choose(IntFunction<PartitionKey> partitions);
}
