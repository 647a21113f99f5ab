package io.messina.stream.catalog;

import io.messina.stream.ShardId;
import java.util.List;
import java.util.Set;

/**
 * A stream that was deleted. The owners of its shards delete what they hold, and say so in its
 * definition.
 *
 * @param stream what it was like
 * @param erased the numbers of the shards that hold nothing any more
 */
public record DeletedStream(StreamDefinition stream, Set<Integer> erased) {

  /**
   * A copy that nobody can change.
   *
   * @param stream what it was like
   * @param erased the numbers of the shards that hold nothing any more
   */
  public DeletedStream {
    erased = Set.copyOf(erased);
  }

  /**
   * The shards that still hold data.
   *
   * @return in the order of their numbers
   */
  public List<ShardId> shards() {
    return stream.shards().stream().filter(shard -> !erased.contains(shard.number())).toList();
  }
}
