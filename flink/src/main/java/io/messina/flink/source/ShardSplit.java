package io.messina.flink.source;

import io.messina.api.Position;
import org.apache.flink.api.connector.source.SourceSplit;
import org.jspecify.annotations.Nullable;

/**
 * A shard of the stream, and the next position to read.
 *
 * @param shard its number
 * @param generation which creation of the stream it is of, from 1; 0 where that is not known
 * @param next the first position to read
 * @param end the first position that is not; null if it never ends
 */
public record ShardSplit(int shard, int generation, Position next, @Nullable Position end)
    implements SourceSplit {

  @Override
  public String splitId() {
    return Integer.toString(shard);
  }

  ShardSplit at(Position later) {
    return new ShardSplit(shard, generation, later, end);
  }

  boolean isOver() {
    return end != null && next.compareTo(end) >= 0;
  }
}
