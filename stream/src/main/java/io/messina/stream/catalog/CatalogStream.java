package io.messina.stream.catalog;

import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
import io.messina.runtime.definition.DefinitionTag;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardSalts;
import io.messina.stream.ownership.ShardTable;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A stream that was created. The owners of the shards of a deleted one delete their data, and
 * record that in its definition.
 *
 * @param id its name and generation
 * @param options of the stream
 * @param salts in the keys of its shards' state; chosen at creation, and never changed
 * @param erased if it is deleted, the numbers of the shards that have no data any more
 */
public record CatalogStream(
    StreamId id, StreamOptions options, ShardSalts salts, List<Integer> erased) {

  public CatalogStream {
    erased = List.copyOf(erased);
  }

  /** A stream without salts, whose shards may be stored anywhere. */
  public CatalogStream(StreamId id, StreamOptions options) {
    this(id, options, ShardSalts.NONE, List.of());
  }

  /** Returns the same stream with other options. */
  CatalogStream with(StreamOptions others) {
    return new CatalogStream(id, others, salts, erased);
  }

  /** Returns the same stream with one more shard that has no data. */
  CatalogStream without(int shard) {
    List<Integer> more =
        Stream.concat(erased.stream(), Stream.of(shard)).distinct().sorted().toList();
    return new CatalogStream(id, options, salts, more);
  }

  /** Returns the tag, which differs after each change and between creations of the name. */
  public String tag() {
    return DefinitionTag.of(id.toString(), KeptStream.write(this));
  }

  /** Returns the definition as in the API, without its salts. */
  public StreamDefinition shown() {
    return new StreamDefinition(id.name(), id.generation(), options, tag());
  }

  /** Returns the placement of keys over its shards. */
  public ShardPlacement keyPlacement() {
    return new ShardPlacement(options.shards());
  }

  /** Returns all its shards that have data, or can have some, from 0. */
  public List<ShardId> shards() {
    return IntStream.range(0, options.shards())
        .filter(number -> !erased.contains(number))
        .mapToObj(this::shard)
        .toList();
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
