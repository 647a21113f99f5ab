package io.messina.stream.catalog;

import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.stream.GroupName;
import io.messina.stream.NodeTime;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.StreamName;
import io.messina.stream.delivery.GroupOptions;
import io.messina.stream.ownership.FencedSender;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.placement.Placement;
import io.messina.stream.placement.StateSalts;
import io.messina.stream.time.UnbrokenSleep;
import io.messina.stream.trouble.StandingTrouble;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
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

  /** How often a node looks whether anything has changed. */
  public static final Duration POLL = Duration.ofSeconds(1);

  /**
   * How old the knowledge of a fresh node may be. Clocks whose rates agree within 10 % count less
   * than {@link #SEEN_BY_ALL} meanwhile.
   */
  static final Duration FRESH = Duration.ofMillis(1_500);

  /**
   * After this time every node that is fresh knows of a write: the next read of a node begins an
   * interval after its last one has ended, which leaves another interval for the reads themselves.
   */
  static final Duration SEEN_BY_ALL = POLL.multipliedBy(2);

  private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

  private final StandingTrouble reads =
      new StandingTrouble(LOG, "definitions cannot be read, the former ones hold");
  private final NodeTime time;
  private final ThreadFactory threads;
  private final KnownDefinitions<CatalogView> known;
  private final DefinitionWriter writer;
  private final StateSalts salts;
  private final Announcements<CatalogView> announcements;
  private volatile boolean closed;

  /**
   * A catalog that does not watch yet.
   *
   * @param store with the table {@link DefinitionTable#DEFINITIONS}
   * @param time the process's time
   * @param random for the incarnation, hence cryptographically strong in production, for ids of
   *     requests and for jitter; safe for use by many threads
   * @param threads makes the threads that watch and that call listeners
   */
  public Catalog(Store store, NodeTime time, RandomGenerator random, ThreadFactory threads) {
    PartitionKey partition = DefinitionTable.partition(StreamDefinitions.KIND);
    this.time = time;
    this.threads = threads;
    this.announcements = new Announcements<>(threads, this::view);
    this.known =
        new KnownDefinitions<>(
            new DefinitionReader(store, partition),
            time,
            StreamDefinitions::view,
            announcements::announce);
    this.writer =
        new DefinitionWriter(partition, known, new FencedSender(store, time, random), time, random);
    this.salts = new StateSalts(store.locations(), ShardTable::partition);
  }

  /**
   * Begins to watch, on a thread of its own, and does not wait: the store may be away. To be called
   * once.
   */
  public void start() {
    threads.newThread(this::watch).start();
  }

  /**
   * Whether the definitions were ever read; until then the view is empty.
   *
   * @return true from the first successful read on
   */
  public boolean isLoaded() {
    return known.isLoaded();
  }

  /**
   * Whether the view shows all that was written until 1.5 seconds ago. A node that is not fresh
   * takes a name perhaps for a creation that has been replaced, and should not append by it.
   *
   * @return false as long as the store does not answer
   */
  public boolean isFresh() {
    return known.isYoungerThan(FRESH);
  }

  /**
   * What is known, from memory.
   *
   * @return what this node has read or written last, and never less than it has returned before
   */
  public CatalogView view() {
    return known.newest().meaning();
  }

  /**
   * Reads now.
   *
   * @return all that was written before the call, and perhaps more
   * @throws StreamException.Unavailable where the store does not answer
   */
  public CatalogView refresh() {
    known.readPatiently();
    return view();
  }

  /**
   * Has a listener told of each new view from now on, this node's own changes included: by one
   * thread at a time, each time of the newest view, so that some in between are left out and the
   * same may come twice. Of the view that is there already it is not told.
   *
   * @param listener whose exceptions are logged; while it takes its time, others wait
   */
  public void onChange(Consumer<CatalogView> listener) {
    announcements.add(listener);
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
    StreamDefinition planned = planned(name, options);
    Created<StreamDefinition> created =
        writer.change(standing -> StreamDefinitions.create(standing, planned));
    awaitCaches(created.value().id().generation());
    return created;
  }

  /** With its salts, which are chosen before others have to wait for this change. */
  private StreamDefinition planned(StreamName name, StreamOptions options) {
    if (options.placement() == Placement.ANY) {
      return new StreamDefinition(new StreamId(name, 1), options);
    }
    Definitions standing = known.readPatiently();
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
    return writer.change(standing -> StreamDefinitions.delete(standing, name));
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
        writer.change(standing -> StreamDefinitions.create(standing, stream, name, start, options));
    awaitCaches(created.value().id().generation());
    return created;
  }

  /**
   * Deletes a group. Other nodes know of it within about a second.
   *
   * @param stream its stream
   * @param name how it is called
   * @return whether it was there
   */
  public boolean delete(StreamId stream, GroupName name) {
    return writer.change(standing -> StreamDefinitions.delete(standing, stream, name));
  }

  /**
   * Ends the watch, by itself within about a second, and the calls of listeners. The view stays.
   * Repeating it changes nothing.
   */
  @Override
  public void close() {
    closed = true;
    writer.close();
    announcements.close();
  }

  /**
   * What was re-created was written before this node knew of it, by this call or by another one
   * that has perhaps not been answered yet.
   */
  private void awaitCaches(int generation) {
    if (generation > 1) {
      UnbrokenSleep.until(time, known.newest().sinceNanos() + SEEN_BY_ALL.toNanos());
    }
  }

  private void watch() {
    while (!closed) {
      look();
      UnbrokenSleep.sleep(time, POLL);
    }
  }

  private void look() {
    try {
      known.read();
      reads.over();
    } catch (RuntimeException e) {
      if (!closed) {
        reads.met(e);
      }
    }
  }
}
