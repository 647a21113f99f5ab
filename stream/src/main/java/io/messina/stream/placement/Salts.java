package io.messina.stream.placement;

import io.messina.store.PartitionKey;
import java.util.function.IntFunction;

/** Chooses numbers that are part of partition keys for nothing but where these then lie. */
@FunctionalInterface
public interface Salts {

  /** Always 0, for partitions that may lie anywhere. */
  Salts NONE = partitions -> 0;

  /**
   * Chooses for a partition that is not written yet. It may take milliseconds of computing, so it
   * is not to be called under a lock that others wait for; it never waits for the database.
   *
   * @param partitions the partition's key with a given salt
   * @return the salt to use, from 0; it is to be kept where readers of the partition find it
   */
  int choose(IntFunction<PartitionKey> partitions);
}
