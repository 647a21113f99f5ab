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
 * What streams and groups there are, the same for all nodes. Each node asks every second whether
 * anything has changed, which is one read whatever the number of streams, and reads all definitions
 * only if so. Any node may change them.
 *
 * <p>Safe for use by many threads. Changes block the caller and wait for each other; interrupting
 * one does not break it off. They throw
 *
 * <ul>
 *   <li>{@link StreamException.Unavailable} where the store does not answer or others change
 *       definitions all the time: it was not done;
 *   <li>{@link StreamException.Unknown} where it may have been done. Repeating it is harmless,
 *       though a creation is then perhaps not reported as new;
 *   <li>{@link StreamException.Overloaded} where 100 of them wait already.
 * </ul>
 */
public final class Catalog implements AutoCloseable {

  /** How many streams there may be. */
  public static final int STREAMS_MAX = StreamDefinitions.STREAMS_MAX;

  /** How many groups a stream may have. */
  public static final int GROUPS_MAX = StreamDefinitions.GROUPS_MAX;

  private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

  private final WatchedDefinitions<CatalogView> definitions;
  private final StateSalts salts;
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  /**
   * A catalog that does not watch yet.
   *
   * @param context has the store, with the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   */
  public Catalog(Context context) {
    this.definitions = new WatchedDefinitions<>(StreamDefinitions.KIND, context, this::view);
    this.salts = new StateSalts(context.store().locations(), ShardTable::partition);
  }

  /**
   * Begins to watch, on a thread of its own, and does not wait: the store may be away. To be called
   * once.
   */
  public void start() {
    definitions.start();
  }

  /**
   * Whether the definitions were ever read; until then the view is empty.
   *
   * @return true from the first successful read on
   */
  public boolean isLoaded() {
    return definitions.isLoaded();
  }

  /**
   * Whether the view shows all that was written until 1.5 seconds ago. A node that is not fresh
   * takes a name perhaps for a creation that has been replaced, and should not append by it.
   *
   * @return false as long as the store does not answer
   */
  public boolean isFresh() {
    return definitions.isFresh();
  }

  /**
   * What is known, from memory.
   *
   * @return what this node has read or written last, and never less than it has returned before
   */
  public CatalogView view() {
    return definitions.view();
  }

  /**
   * What stands now, for those who act by it: from memory where that is fresh, else by a read.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws StreamException.Unavailable where the store does not answer
   */
  public CatalogView freshView() {
    return definitions.freshView();
  }

  /**
   * Reads now.
   *
   * @return all that was written before the call, and perhaps more
   * @throws StreamException.Unavailable where the store does not answer
   */
  public CatalogView refresh() {
    return definitions.refresh();
  }

  /**
   * Has a listener told of each new view from now on, this node's own changes included: by one
   * thread at a time, each time of the newest view, so that some in between are left out and the
   * same may come twice. Of the view that is there already it is not told.
   *
   * @param listener whose exceptions are logged; while it takes its time, others wait
   */
  public void onChange(Consumer<CatalogView> listener) {
    definitions.onChange(listener);
  }

  /**
   * Makes sure that a stream is there and has these options. If it is there, with the same number
   * of shards and the same placement, its other options are changed. One that is there again after
   * a deletion is answered once all fresh nodes know of it, which takes up to two seconds.
   *
   * @param name how it is called
   * @param options what it is like
   * @return the stream, and whether this call created it
   * @throws StreamException.Refused where it has another number of shards or another placement,
   *     where the placement is {@link Placement#CORE} and partitions of the store have no places
   *     that stay, where there are {@link #STREAMS_MAX} already, or where the options are larger
   *     than 64 KiB
   */
  public Created<StreamDefinition> create(StreamName name, StreamOptions options) {
    return create(name, _ -> options);
  }

  /**
   * Likewise, with options that are made from those that stand: nothing is lost where others change
   * other options at the same time.
   *
   * @param name how it is called
   * @param options what becomes of the options that stand, of a new stream of {@link
   *     StreamOptions#DEFAULT}; asked as often as others come in between
   * @return the stream, and whether this call created it
   * @throws StreamException.Refused likewise
   */
  public Created<StreamDefinition> create(StreamName name, UnaryOperator<StreamOptions> options) {
    StreamDefinition planned = planned(name, options.apply(StreamOptions.DEFAULT));
    Created<StreamDefinition> created =
        definitions.change(standing -> StreamDefinitions.create(standing, planned, options));
    definitions.awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Changes a stream by what its options are: nothing is lost where others change other options at
   * the same time.
   *
   * @param name how it is called
   * @param options what becomes of the options that stand; asked as often as others come in between
   * @return the stream as it is now
   * @throws StreamException.NotFound where it is not there
   * @throws StreamException.Refused where the number of shards or the placement would change, or
   *     where the options are larger than 64 KiB
   */
  public StreamDefinition change(StreamName name, UnaryOperator<StreamOptions> options) {
    return definitions
        .change(standing -> StreamDefinitions.change(standing, name, options))
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

  /** With its salts, which are chosen before others have to wait for this change. */
  private StreamDefinition planned(StreamName name, StreamOptions options) {
    if (options.placement() == Placement.ANY) {
      return new StreamDefinition(new StreamId(name, 1), options);
    }
    Definitions standing = definitions.read();
    StreamDefinition planned =
        new StreamDefinition(StreamDefinitions.creation(standing, name), options);
    return standing.living(name.value()).isPresent()
        ? planned
        : new StreamDefinition(planned.id(), options, salts.choose(planned.shards()));
  }

  /**
   * Deletes a stream and its groups. Other nodes know of it within about a second.
   *
   * @param name how it is called
   * @return whether it was there
   */
  public boolean delete(StreamName name) {
    return definitions.change(standing -> StreamDefinitions.delete(standing, name));
  }

  /**
   * Notes that a shard of a deleted stream holds nothing any more, so that nobody takes it again.
   *
   * @param shard the shard
   */
  public void erased(ShardId shard) {
    var _ = definitions.change(standing -> StreamDefinitions.erased(standing, shard));
  }

  /**
   * Makes sure that a group is there and has these options; as with streams.
   *
   * @param stream whose events it consumes
   * @param name how it is called
   * @param start where it begins; one that is there stays where it is
   * @param options how it hands out
   * @return the group, and whether this call created it
   * @throws StreamException.NotFound where this creation of the stream is not there
   * @throws StreamException.Refused where the stream has {@link #GROUPS_MAX} already
   */
  public Created<GroupDefinition> create(
      StreamId stream, GroupName name, Start start, GroupOptions options) {
    Created<GroupDefinition> created =
        definitions.change(
            standing -> StreamDefinitions.create(standing, stream, name, start, options));
    definitions.awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Changes a group by what its options are: nothing is lost where others change other options at
   * the same time.
   *
   * @param stream whose events it consumes
   * @param name how it is called
   * @param options what becomes of the options that stand; asked as often as others come in between
   * @return the group as it is now
   * @throws StreamException.NotFound where this creation of the stream, or the group, is not there
   */
  public GroupDefinition change(
      StreamId stream, GroupName name, UnaryOperator<GroupOptions> options) {
    GroupDefinition changed =
        definitions
            .change(standing -> StreamDefinitions.change(standing, stream, name, options))
            .value();
    definitions.awaitCaches(changed.id().generation());
    return changed;
  }

  /**
   * Deletes a group. Other nodes know of it within about a second.
   *
   * @param stream its stream
   * @param name how it is called
   * @return whether it was there
   */
  public boolean delete(StreamId stream, GroupName name) {
    return definitions.change(standing -> StreamDefinitions.delete(standing, stream, name));
  }

  /**
   * Ends the watch, by itself within about a second, and the calls of listeners. The view stays.
   * Repeating it changes nothing.
   */
  @Override
  public void close() {
    definitions.close();
  }
}
