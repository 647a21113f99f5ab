package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.runtime.definition.NameRange;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * All definitions at one moment. Immutable.
 *
 * @param streams by name
 * @param groups by stream and name
 * @param deleted deleted streams that still have data, by id; their shards are those with data
 * @param unreadable the names of definitions that this version cannot read, because a newer one
 *     wrote them, each with the reason; these streams and groups are left alone
 * @param shards of all streams, including deleted ones that still have data, in a stable order
 */
public record CatalogView(
    NavigableMap<String, CatalogStream> streams,
    NavigableMap<String, NavigableMap<String, CatalogGroup>> groups,
    NavigableMap<String, CatalogStream> deleted,
    NavigableMap<String, String> unreadable,
    List<ShardId> shards) {

  public CatalogView {
    streams = Collections.unmodifiableNavigableMap(streams);
    groups = Collections.unmodifiableNavigableMap(groups);
    deleted = Collections.unmodifiableNavigableMap(deleted);
    unreadable = Collections.unmodifiableNavigableMap(unreadable);
    shards = List.copyOf(shards);
  }

  /** Returns the present creation of a stream. */
  public Optional<CatalogStream> stream(StreamName name) {
    return Optional.ofNullable(streams.get(name.value()));
  }

  /** Returns a stream by its id, unless it is deleted. */
  public Optional<CatalogStream> stream(StreamId id) {
    return stream(id.name()).filter(stream -> stream.id().equals(id));
  }

  /** Returns a deleted stream that still has data; empty once all is deleted. */
  public Optional<CatalogStream> deleted(StreamId id) {
    return Optional.ofNullable(deleted.get(id.toString()));
  }

  /**
   * Returns the partition of a shard's fenced state.
   *
   * @param shard of an existing stream, or of a deleted one that still has data
   */
  public Optional<PartitionKey> state(ShardId shard) {
    return stream(shard.stream())
        .or(() -> deleted(shard.stream()))
        .map(stream -> stream.state(shard.number()));
  }

  /**
   * Returns whether this version can read the definitions of a stream and of all its groups. If
   * not, a stream or group that is missing here may exist.
   */
  public boolean isReadable(StreamId stream) {
    NameRange groupNames = StreamDefinitions.groupNames(stream);
    return !unreadable.containsKey(stream.name().value())
        && unreadable.subMap(groupNames.from(), groupNames.below()).isEmpty();
  }

  /** Returns the groups of a stream in the order of their names. */
  public List<CatalogGroup> groups(StreamId stream) {
    return List.copyOf(named(stream).values());
  }

  /** Returns the present creation of a group. */
  public Optional<CatalogGroup> group(StreamId stream, GroupName name) {
    return Optional.ofNullable(named(stream).get(name.value()));
  }

  private NavigableMap<String, CatalogGroup> named(StreamId stream) {
    return groups.getOrDefault(stream.toString(), Collections.emptyNavigableMap());
  }
}
