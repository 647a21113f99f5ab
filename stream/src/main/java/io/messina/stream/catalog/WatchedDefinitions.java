package io.messina.stream.catalog;

import io.messina.runtime.Context;
import io.messina.runtime.FencedSender;
import io.messina.runtime.LogOnce;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SingleFlight;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.PartitionKey;
import io.messina.stream.StreamException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions of one kind, the same for all nodes. Each node asks every second whether anything
 * has changed, which is one read whatever their number, and reads all of them only if so. Any node
 * may change them.
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
 *
 * @param <V> what the definitions mean
 */
public final class WatchedDefinitions<V> implements AutoCloseable {

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

  private static final Logger LOG = LoggerFactory.getLogger(WatchedDefinitions.class);

  private final LogOnce reads;
  private final NodeTime time;
  private final ThreadFactory threads;
  private final KnownDefinitions<V> known;
  private final DefinitionWriter writer;
  private final Announcements<V> announcements;
  private final SingleFlight<String, V> refreshes = new SingleFlight<>();
  private volatile boolean closed;

  /**
   * Definitions that are not watched yet.
   *
   * @param kind what they define, as in {@code streams}
   * @param context has the store, with the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   * @param interpreter what definitions mean; throws where it cannot read one, then what was known
   *     stays
   */
  public WatchedDefinitions(String kind, Context context, Function<Definitions, V> interpreter) {
    PartitionKey partition = DefinitionTable.partition(kind);
    this.reads =
        new LogOnce(LOG, "definitions of " + kind + " cannot be read, the former ones hold");
    this.time = context.time();
    this.threads = context.threads();
    this.announcements = new Announcements<>(threads, this::view);
    this.known =
        new KnownDefinitions<>(
            new DefinitionReader(context.store(), partition),
            time,
            interpreter,
            announcements::announce);
    FencedSender sender = new FencedSender(context.store(), time, context.random());
    this.writer = new DefinitionWriter(partition, known, sender, time, context.random());
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
   * takes a name perhaps for a creation that has been replaced.
   *
   * @return false as long as the store does not answer
   */
  public boolean isFresh() {
    return known.isYoungerThan(FRESH);
  }

  /**
   * Whether the view shows all that was written until some time ago.
   *
   * @param age how long ago
   * @return false as long as the store does not answer
   */
  public boolean isReadWithin(Duration age) {
    return known.isYoungerThan(age);
  }

  /**
   * What is known, from memory.
   *
   * @return what this node has read or written last, and never less than it has returned before
   */
  public V view() {
    return known.newest().meaning();
  }

  /**
   * What stands now, for those who act by it: from memory where that is fresh, else by a read.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws StreamException.Unavailable where the store does not answer
   */
  public V freshView() {
    return isFresh() ? view() : refresh();
  }

  /**
   * Reads now. Of many that ask at the same time one reads, and the others share the next read.
   *
   * @return all that was written before the call, and perhaps more
   * @throws StreamException.Unavailable where the store does not answer
   */
  public V refresh() {
    return refreshes.read(
        "all",
        () -> {
          known.readPatiently();
          return view();
        });
  }

  /**
   * Reads now, for those who have to know of what was deleted too.
   *
   * @return all that was written before the call, and perhaps more; no view shows less from then on
   * @throws StreamException.Unavailable where the store does not answer
   */
  public Definitions read() {
    return known.readPatiently();
  }

  /**
   * Has a listener told of each new view from now on, this node's own changes included: by one
   * thread at a time, each time of the newest view, so that some in between are left out and the
   * same may come twice. Of the view that is there already it is not told.
   *
   * @param listener whose exceptions are logged; while it takes its time, others wait
   */
  public void onChange(Consumer<V> listener) {
    announcements.add(listener);
  }

  /**
   * Does what a request decides; what was done is known by then: one write where nobody else has
   * changed anything meanwhile, and one read where there is nothing to do.
   *
   * @param decision decides from what stands, perhaps several times, and neither reads nor writes;
   *     what it throws answers the request
   * @param <T> the type of the answer
   * @return the answer of the decision that was done
   */
  public <T> T change(Function<Definitions, Change<T>> decision) {
    return writer.change(decision);
  }

  /**
   * Waits until all fresh nodes know of what was re-created, which takes up to two seconds: it was
   * written before this node knew of it, by a call of this node or by another one that has perhaps
   * not been answered yet. What is created for the first time nobody can take for a former one.
   *
   * @param generation which creation it is
   */
  public void awaitCaches(int generation) {
    if (generation > 1) {
      awaitCaches();
    }
  }

  /**
   * Waits until all fresh nodes know what this node knows, which takes up to two seconds, and no
   * time where nothing has changed for that long.
   */
  public void awaitCaches() {
    UninterruptibleSleep.until(time, known.newest().sinceNanos() + SEEN_BY_ALL.toNanos());
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

  private void watch() {
    while (!closed) {
      look();
      UninterruptibleSleep.sleep(time, POLL);
    }
  }

  private void look() {
    try {
      known.read();
      reads.succeeded();
    } catch (RuntimeException e) {
      if (!closed) {
        reads.failed(e);
      }
    }
  }
}
