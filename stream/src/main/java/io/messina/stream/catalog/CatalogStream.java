package io.messina.stream.catalog;

import io.messina.api.StreamDefinition;
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
 * @param options of the stream
 * @param salts in the keys of its shards' state; chosen at creation, and never changed
 */
public record CatalogStream(StreamId id, StreamOptions options, ShardSalts salts) {

  /** A stream without salts, whose shards may be stored anywhere. */
  public CatalogStream(StreamId id, StreamOptions options) {
    this(id, options, ShardSalts.NONE);
  }

  /** Returns the tag, which differs after each change and between creations of the name. */
  public String tag() {
    return DefinitionTag.of(id.toString(), KeptStream.write(options, salts));
  }

  /** Returns the definition as in the API, without its salts. */
  public StreamDefinition shown() {
    return new StreamDefinition(id.name(), id.generation(), options, tag());
  }

  /** Returns the placement of keys over its shards. */
  public ShardPlacement keyPlacement() {
    return new ShardPlacement(options.shards());
  }

  /** Returns all its shards, from 0. */
  public List<ShardId> shards() {
    return IntStream.range(0, options.shards()).mapToObj(this::shard).toList();
  }

  /**
   * Returns one of its shards.
   *
   * @param number from 0
   */
  public ShardId shard(int number) {
    return new ShardId(id, number);
  }

  /**
   * Returns the partition of the fenced state of one of its shards.
   *
   * @param number from 0
   */
  public PartitionKey state(int number) {
    return ShardTable.partition(shard(number), salts.of(number));
  }
}
