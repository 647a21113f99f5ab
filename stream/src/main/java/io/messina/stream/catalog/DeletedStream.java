package io.messina.stream.catalog;

import io.messina.stream.ShardId;
import java.util.List;
import java.util.Set;

/**
 * A deleted stream. The owners of its shards delete their data, and record that in its definition.
 *
 * @param stream as it was
 * @param erased the numbers of the shards that have no data any more
 */
public record DeletedStream(CatalogStream stream, Set<Integer> erased) {

  public DeletedStream {
    erased = Set.copyOf(erased);
  }

  /** Returns the shards that still have data, in the order of their numbers. */
  public List<ShardId> shards() {
    return stream.shards().stream().filter(shard -> !erased.contains(shard.number())).toList();
  }
}
