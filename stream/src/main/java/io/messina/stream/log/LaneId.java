package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.api.Position;
import io.messina.stream.ShardId;

/**
 * Identifies the lane that one ownership of a shard writes. Nobody else ever writes to it.
 *
 * @param shard the shard
 * @param epoch the ownership, from 1 to {@link Position#EPOCH_MAX}
 */
public record LaneId(ShardId shard, int epoch) {

  /**
   * Checks the epoch.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  public LaneId {
    Checks.between("epoch", epoch, 1, Position.EPOCH_MAX);
  }

  Position at(long sequence) {
    return new Position(epoch, sequence);
  }

  /** Such as {@code edits~1/7/3}. */
  @Override
  public String toString() {
    return shard + "/" + epoch;
  }
}
