package io.messina.stream.lane;

import io.messina.api.Position;
import io.messina.stream.ShardId;

/**
 * The sequence of events that one ownership of a shard appends. Nobody else ever writes to it.
 *
 * @param shard the shard
 * @param epoch the ownership, from 1 to {@link Position#EPOCH_MAX}
 */
public record LaneId(ShardId shard, int epoch) {

  /**
   * A checked id.
   *
   * @throws IllegalArgumentException where the epoch is out of bounds
   */
  public LaneId {
    if (epoch < 1 || epoch > Position.EPOCH_MAX) {
      throw new IllegalArgumentException(
          "epoch: " + epoch + " (expected: from 1 to " + Position.EPOCH_MAX + ")");
    }
  }

  /** A place in this lane. */
  Position at(long sequence) {
    return new Position(epoch, sequence);
  }

  /** As in {@code edits~1/7/3}. */
  @Override
  public String toString() {
    return shard + "/" + epoch;
  }
}
