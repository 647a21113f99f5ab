package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.NewGroup;
import io.messina.api.Placement;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.log.CorePlacement;
import io.messina.stream.ownership.KnownShards;
import io.messina.stream.ownership.ShardTable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The streams and groups of a cluster. */
public final class Catalog extends WatchedDefinitions<CatalogView> implements KnownShards {

  /** The most streams. */
  public static final int STREAMS_MAX = StreamDefinitions.STREAMS_MAX;

  /** The most groups of a stream. */
  public static final int GROUPS_MAX = StreamDefinitions.GROUPS_MAX;

  private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

  private final CorePlacement placement;

  /**
   * A catalog that does not watch yet.
   *
   * @param context with a store that has the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   */
  public Catalog(Context context) {
    super(StreamDefinitions.KIND, context, views());
    this.placement = new CorePlacement(context.store().locations(), ShardTable::partition);
  }

  private static Function<Definitions, CatalogView> views() {
    Set<String> unreadable = new HashSet<>();
    return read -> {
      CatalogView view = new StreamDefinitions(read, Precondition.NONE).view();
      view.unreadable().keySet().stream()
          .filter(unreadable::add)
          .forEach(
              name -> LOG.error("{}; what it defines is left alone", view.unreadable().get(name)));
      return view;
    };
  }

  @Override
  public List<ShardId> shards() {
    return view().shards();
  }

  @Override
  public Optional<PartitionKey> state(ShardId shard) {
    return view().state(shard);
  }

  /**
   * Creates a stream unless it exists. If it exists with the same number of shards and the same
   * placement, its other options are changed. After a deletion, the creation returns once all fresh
   * nodes know of it, which takes up to two seconds.
   *
   * @return the stream, and whether this call created it
   * @throws RequestException.Refused if it exists with another number of shards or another
   *     placement, if the placement is {@link Placement#CORE} and the partitions of the store do
   *     not stay in place, if there are {@link #STREAMS_MAX} streams already, or if the options are
   *     larger than 64 KiB
   */
  public Created<CatalogStream> create(StreamName name, StreamOptions options) {
    return create(name, _ -> options, Precondition.NONE);
  }

  /**
   * As {@link #create(StreamName, StreamOptions)}, with a function of the present options, so that
   * no concurrent change of other options is lost.
   *
   * @param options computes the new options from the present ones, or from {@link
   *     StreamOptions#DEFAULT} for a new stream; called again after each concurrent change
   * @return the stream, and whether this call created it
   * @throws RequestException.Refused as above
   */
  public Created<CatalogStream> create(
      StreamName name, UnaryOperator<StreamOptions> options, Precondition precondition) {
    CatalogStream planned = planned(name, options.apply(StreamOptions.DEFAULT));
    Created<CatalogStream> created =
        decide(precondition, streams -> streams.create(planned, options));
    awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Changes a stream by a function of its present options, so that no concurrent change of other
   * options is lost.
   *
   * @param options computes the new options; called again after each concurrent change
   * @throws RequestException.NotFound if there is no such stream
   * @throws RequestException.Refused if the number of shards or the placement would change, or if
   *     the options are larger than 64 KiB
   */
  public CatalogStream change(
      StreamName name, UnaryOperator<StreamOptions> options, Precondition precondition) {
    return decide(precondition, streams -> streams.change(name, options)).value();
  }

  /** Includes its salts, which are chosen before the change blocks others. */
  private CatalogStream planned(StreamName name, StreamOptions options) {
    if (options.placement() == Placement.ANY) {
      return new CatalogStream(new StreamId(name, 1), options);
    }
    Definitions standing = read();
    StreamId id = new StreamDefinitions(standing, Precondition.NONE).creation(name);
    CatalogStream planned = new CatalogStream(id, options);
    return standing.living(name.value()).isPresent()
        ? planned
        : new CatalogStream(id, options, placement.states(planned.shards()), List.of());
  }

  private <T> T decide(Precondition precondition, Function<StreamDefinitions, Change<T>> decision) {
    return change(standing -> decision.apply(new StreamDefinitions(standing, precondition)));
  }

  /**
   * Deletes a stream and its groups. Other nodes know it within about a second.
   *
   * @return whether it existed
   */
  public boolean delete(StreamName name, Precondition precondition) {
    return decide(precondition, streams -> streams.delete(name));
  }

  /**
   * Records that a shard of a deleted stream has no data any more, so that nobody takes it again.
   */
  public void erased(ShardId shard) {
    var _ = decide(Precondition.NONE, streams -> streams.erased(shard));
  }

  /**
   * Creates a group unless it exists, and gives an existing one these options; as with streams.
   *
   * @param start where it begins; ignored if the group exists
   * @return the group, and whether this call created it
   * @throws RequestException.NotFound if this creation of the stream does not exist
   * @throws RequestException.Refused if the stream has {@link #GROUPS_MAX} already
   */
  public Created<CatalogGroup> create(
      StreamId stream,
      GroupName name,
      Start start,
      GroupOptions options,
      Precondition precondition) {
    NewGroup group = new NewGroup(start, options);
    Created<CatalogGroup> created =
        decide(precondition, streams -> streams.create(stream, name, group));
    awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Changes a group by a function of its present options, so that no concurrent change of other
   * options is lost.
   *
   * @param options computes the new options; called again after each concurrent change
   * @throws RequestException.NotFound if this creation of the stream, or the group, does not exist
   */
  public CatalogGroup change(
      StreamId stream,
      GroupName name,
      UnaryOperator<GroupOptions> options,
      Precondition precondition) {
    CatalogGroup changed =
        decide(precondition, streams -> streams.change(stream, name, options)).value();
    awaitCaches(changed.id().generation());
    return changed;
  }

  /**
   * Deletes a group. Other nodes know it within about a second.
   *
   * @return whether it existed
   */
  public boolean delete(StreamId stream, GroupName name, Precondition precondition) {
    return decide(precondition, streams -> streams.delete(stream, name));
  }
}
