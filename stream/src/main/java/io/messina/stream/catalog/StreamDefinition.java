package io.messina.stream.catalog;

import io.messina.api.StreamOptions;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.partition.ShardPlacement;
import io.messina.stream.placement.ShardSalts;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A stream that was created.
 *
 * @param id its name and generation
 * @param options what it is like
 * @param salts in the keys of its shards' state; chosen when it was created, for ever
 */
public record StreamDefinition(StreamId id, StreamOptions options, ShardSalts salts) {

  /**
   * A stream whose shards live anywhere.
   *
   * @param id its name and generation
   * @param options what it is like
   */
  public StreamDefinition(StreamId id, StreamOptions options) {
    this(id, options, ShardSalts.NONE);
  }

  /**
   * As the API shows it.
   *
   * @return the same without its salts
   */
  public io.messina.api.StreamDefinition shown() {
    return new io.messina.api.StreamDefinition(id.name(), id.generation(), options);
  }

  /**
   * Which shards keys belong to.
   *
   * @return the placement over its shards
   */
  public ShardPlacement keyPlacement() {
    return new ShardPlacement(options.shards());
  }

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

  /**
   * Where the fenced state of one of its shards is.
   *
   * @param number from 0
   * @return the partition
   */
  public PartitionKey state(int number) {
    return ShardTable.partition(shard(number), salts.of(number));
  }
}
