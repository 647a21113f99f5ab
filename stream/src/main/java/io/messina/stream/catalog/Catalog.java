package io.messina.stream.catalog;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Placement;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.placement.StateSalts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams and groups of a cluster, the same for all nodes. Each node asks every second whether
 * anything has changed, which is one read whatever the number of streams, and reads all definitions
 * only if so. Any node may change them.
 *
 * <p>Safe for use by many threads. Changes block the caller and run one after the other; an
 * interrupt does not abort one. They throw
 *
 * <ul>
 *   <li>{@link StreamException.Unavailable} if the store does not answer, or others keep changing
 *       definitions: it was not done;
 *   <li>{@link StreamException.Unknown} if it may have been done. A repeat is harmless, though a
 *       creation is then perhaps not reported as new;
 *   <li>{@link StreamException.Overloaded} if 100 changes wait already.
 * </ul>
 */
public final class Catalog implements AutoCloseable {

  /** The most streams. */
  public static final int STREAMS_MAX = StreamDefinitions.STREAMS_MAX;

  /** The most groups of a stream. */
  public static final int GROUPS_MAX = StreamDefinitions.GROUPS_MAX;

  private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

  private final WatchedDefinitions<CatalogView> definitions;
  private final StateSalts salts;
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  /**
   * A catalog that does not watch yet.
   *
   * @param context with a store that has the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   */
  public Catalog(Context context) {
    this.definitions = new WatchedDefinitions<>(StreamDefinitions.KIND, context, this::view);
    this.salts = new StateSalts(context.store().locations(), ShardTable::partition);
  }

  /**
   * Starts to watch, on a thread of its own, without waiting: the store may be down. To be called
   * once.
   */
  public void start() {
    definitions.start();
  }

  /** Returns whether the definitions have been read; until then the view is empty. */
  public boolean isLoaded() {
    return definitions.isLoaded();
  }

  /**
   * Returns whether the view contains all that was written until 1.5 seconds ago. On a node that is
   * not fresh, a name may lead to a creation that has been replaced, so it should not append by
   * name.
   *
   * @return false while the store does not answer
   */
  public boolean isFresh() {
    return definitions.isFresh();
  }

  /**
   * Returns the definitions that this node has read or written last, from memory; never older than
   * an earlier result.
   */
  public CatalogView view() {
    return definitions.view();
  }

  /**
   * Returns recent definitions: from memory if that is fresh, otherwise by a read.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws StreamException.Unavailable if the store does not answer
   */
  public CatalogView freshView() {
    return definitions.freshView();
  }

  /**
   * Reads the definitions.
   *
   * @return all that was written before the call, and perhaps more
   * @throws StreamException.Unavailable if the store does not answer
   */
  public CatalogView refresh() {
    return definitions.refresh();
  }

  /**
   * Registers a listener that is called with each new view from now on, including this node's own
   * changes. It is called by one thread at a time, always with the newest view: some views may be
   * skipped, and the same view may come twice.
   *
   * @param listener whose exceptions are logged; while it runs, other listeners wait
   */
  public void onChange(Consumer<CatalogView> listener) {
    definitions.onChange(listener);
  }

  /**
   * Creates a stream unless it exists. If it exists with the same number of shards and the same
   * placement, its other options are changed. After a deletion, the creation returns once all fresh
   * nodes know of it, which takes up to two seconds.
   *
   * @param name how it is called
   * @param options of the stream
   * @return the stream, and whether this call created it
   * @throws StreamException.Refused if it exists with another number of shards or another
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
   * @param name how it is called
   * @param options computes the new options from the present ones, or from {@link
   *     StreamOptions#DEFAULT} for a new stream; called again after each concurrent change
   * @param precondition what has to stand
   * @return the stream, and whether this call created it
   * @throws StreamException.Refused as above
   */
  public Created<CatalogStream> create(
      StreamName name, UnaryOperator<StreamOptions> options, Precondition precondition) {
    CatalogStream planned = planned(name, options.apply(StreamOptions.DEFAULT));
    Created<CatalogStream> created =
        definitions.change(
            precondition,
            standing -> StreamDefinitions.tag(standing, name),
            standing -> StreamDefinitions.create(standing, planned, options));
    definitions.awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Changes a stream by a function of its present options, so that no concurrent change of other
   * options is lost.
   *
   * @param name of the stream
   * @param options computes the new options; called again after each concurrent change
   * @param precondition what has to stand
   * @throws StreamException.NotFound if there is no such stream
   * @throws StreamException.Refused if the number of shards or the placement would change, or if
   *     the options are larger than 64 KiB
   */
  public CatalogStream change(
      StreamName name, UnaryOperator<StreamOptions> options, Precondition precondition) {
    return definitions
        .change(
            precondition,
            standing -> StreamDefinitions.tag(standing, name),
            standing -> StreamDefinitions.change(standing, name, options))
        .value();
  }

  private CatalogView view(Definitions read) {
    CatalogView view = StreamDefinitions.view(read);
    view.unreadable().forEach((name, why) -> noteUnreadable(name, why));
    return view;
  }

  private void noteUnreadable(String name, String why) {
    if (unreadable.add(name)) {
      LOG.error("{}; what it defines is left alone", why);
    }
  }

  /** Includes its salts, which are chosen before the change blocks others. */
  private CatalogStream planned(StreamName name, StreamOptions options) {
    if (options.placement() == Placement.ANY) {
      return new CatalogStream(new StreamId(name, 1), options);
    }
    Definitions standing = definitions.read();
    CatalogStream planned = new CatalogStream(StreamDefinitions.creation(standing, name), options);
    return standing.living(name.value()).isPresent()
        ? planned
        : new CatalogStream(planned.id(), options, salts.choose(planned.shards()));
  }

  /**
   * Deletes a stream and its groups. Other nodes know it within about a second.
   *
   * @param name of the stream
   * @param precondition what has to stand
   * @return whether it existed
   */
  public boolean delete(StreamName name, Precondition precondition) {
    return definitions.change(
        precondition,
        standing -> StreamDefinitions.tag(standing, name),
        standing -> StreamDefinitions.delete(standing, name));
  }

  /**
   * Records that a shard of a deleted stream has no data any more, so that nobody takes it again.
   */
  public void erased(ShardId shard) {
    var _ = definitions.change(standing -> StreamDefinitions.erased(standing, shard));
  }

  /**
   * Creates a group unless it exists, and gives an existing one these options; as with streams.
   *
   * @param stream whose events it consumes
   * @param name how it is called
   * @param start where it begins; ignored if the group exists
   * @param options how it hands out events
   * @param precondition what has to stand
   * @return the group, and whether this call created it
   * @throws StreamException.NotFound if this creation of the stream does not exist
   * @throws StreamException.Refused if the stream has {@link #GROUPS_MAX} already
   */
  public Created<CatalogGroup> create(
      StreamId stream,
      GroupName name,
      Start start,
      GroupOptions options,
      Precondition precondition) {
    Created<CatalogGroup> created =
        definitions.change(
            precondition,
            standing -> StreamDefinitions.tag(standing, stream, name),
            standing -> StreamDefinitions.create(standing, stream, name, start, options));
    definitions.awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Changes a group by a function of its present options, so that no concurrent change of other
   * options is lost.
   *
   * @param stream whose events it consumes
   * @param name of the group
   * @param options computes the new options; called again after each concurrent change
   * @param precondition what has to stand
   * @throws StreamException.NotFound if this creation of the stream, or the group, does not exist
   */
  public CatalogGroup change(
      StreamId stream,
      GroupName name,
      UnaryOperator<GroupOptions> options,
      Precondition precondition) {
    CatalogGroup changed =
        definitions
            .change(
                precondition,
                standing -> StreamDefinitions.tag(standing, stream, name),
                standing -> StreamDefinitions.change(standing, stream, name, options))
            .value();
    definitions.awaitCaches(changed.id().generation());
    return changed;
  }

  /**
   * Deletes a group. Other nodes know it within about a second.
   *
   * @param precondition what has to stand
   * @return whether it existed
   */
  public boolean delete(StreamId stream, GroupName name, Precondition precondition) {
    return definitions.change(
        precondition,
        standing -> StreamDefinitions.tag(standing, stream, name),
        standing -> StreamDefinitions.delete(standing, stream, name));
  }

  /**
   * Stops the calls of listeners, and the watch within about a second. The view remains. A repeat
   * changes nothing.
   */
  @Override
  public void close() {
    definitions.close();
  }
}
