package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All definitions as they stood at one moment. Immutable.
 *
 * @param streams by name
 * @param groups by stream and name
 * @param deleted streams that are deleted and still hold data, by id
 * @param unreadable the names of definitions that this version cannot read, as a newer one wrote
 *     them, each with the reason: what they define is left alone
 */
public record CatalogView(
    NavigableMap<String, StreamDefinition> streams,
    NavigableMap<String, NavigableMap<String, GroupDefinition>> groups,
    NavigableMap<String, DeletedStream> deleted,
    NavigableMap<String, String> unreadable) {

  /** No streams. */
  public static final CatalogView EMPTY =
      new CatalogView(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  /** Maps that nobody can change. */
  public CatalogView {
    streams = Collections.unmodifiableNavigableMap(streams);
    groups = Collections.unmodifiableNavigableMap(groups);
    deleted = Collections.unmodifiableNavigableMap(deleted);
    unreadable = Collections.unmodifiableNavigableMap(unreadable);
  }

  /**
   * The stream of a name.
   *
   * @param name the name
   * @return its present creation
   */
  public Optional<StreamDefinition> stream(StreamName name) {
    return Optional.ofNullable(streams.get(name.value()));
  }

  /**
   * A stream by its id.
   *
   * @param id name and generation
   * @return the stream, unless it is deleted
   */
  public Optional<StreamDefinition> stream(StreamId id) {
    return stream(id.name()).filter(stream -> stream.id().equals(id));
  }

  /**
   * A stream that is deleted, and whose data must be.
   *
   * @param id name and generation
   * @return what there was; empty once nothing is left of it
   */
  public Optional<DeletedStream> deleted(StreamId id) {
    return Optional.ofNullable(deleted.get(id.toString()));
  }

  /**
   * Where the fenced state of a shard is.
   *
   * @param shard of a stream that is there, or that is deleted and still holds data
   * @return its partition
   */
  public Optional<PartitionKey> state(ShardId shard) {
    return stream(shard.stream())
        .or(() -> deleted(shard.stream()).map(DeletedStream::stream))
        .map(stream -> stream.state(shard.number()));
  }

  /**
   * Whether a stream and all of its groups can be read. Where not, what is missing here may be
   * there all the same.
   *
   * @param stream the stream
   * @return false where this version cannot read it or one of its groups
   */
  public boolean isReadable(StreamId stream) {
    NameRange groupNames = StreamDefinitions.groupNames(stream);
    return !unreadable.containsKey(stream.name().value())
        && unreadable.subMap(groupNames.from(), groupNames.below()).isEmpty();
  }

  /**
   * The groups of a stream.
   *
   * @param stream the stream
   * @return in the order of their names
   */
  public List<GroupDefinition> groups(StreamId stream) {
    return List.copyOf(
        groups.getOrDefault(stream.toString(), Collections.emptyNavigableMap()).values());
  }

  /**
   * A group.
   *
   * @param stream its stream
   * @param name its name
   * @return its present creation
   */
  public Optional<GroupDefinition> group(StreamId stream, GroupName name) {
    return Optional.ofNullable(
        groups.getOrDefault(stream.toString(), Collections.emptyNavigableMap()).get(name.value()));
  }

  /**
   * The shards of all streams, and those of deleted ones that still hold data.
   *
   * @return in a stable order
   */
  public List<ShardId> shards() {
    return Stream.concat(
            streams.values().stream().flatMap(stream -> stream.shards().stream()),
            deleted.values().stream().flatMap(stream -> stream.shards().stream()))
        .toList();
  }
}
