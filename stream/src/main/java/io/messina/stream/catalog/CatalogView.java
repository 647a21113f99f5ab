package io.messina.stream.catalog;

import io.messina.stream.GroupName;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.StreamName;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All definitions as they stood at one moment. Immutable.
 *
 * @param streams by name
 * @param groups by stream and name
 */
public record CatalogView(
    NavigableMap<String, StreamDefinition> streams,
    NavigableMap<String, NavigableMap<String, GroupDefinition>> groups) {

  /** No streams. */
  public static final CatalogView EMPTY = new CatalogView(new TreeMap<>(), new TreeMap<>());

  /** Maps that nobody can change. */
  public CatalogView {
    streams = Collections.unmodifiableNavigableMap(streams);
    groups = Collections.unmodifiableNavigableMap(groups);
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
   * The shards of all streams.
   *
   * @return in a stable order
   */
  public List<ShardId> shards() {
    return streams.values().stream().flatMap(stream -> stream.shards().stream()).toList();
  }
}
