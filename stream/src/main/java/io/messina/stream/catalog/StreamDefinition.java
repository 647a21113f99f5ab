package io.messina.stream.catalog;

import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A stream that was created.
 *
 * @param id its name and generation
 * @param options what it is like
 */
public record StreamDefinition(StreamId id, StreamOptions options) {

  /**
   * All its shards.
   *
   * @return from 0
   */
  public List<ShardId> shards() {
    return IntStream.range(0, options.shards()).mapToObj(this::shard).toList();
  }

  /**
   * One of its shards.
   *
   * @param number from 0
   * @return the shard
   */
  public ShardId shard(int number) {
    return new ShardId(id, number);
  }
}
