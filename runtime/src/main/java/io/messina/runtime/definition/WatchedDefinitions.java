package io.messina.runtime.definition;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.runtime.SingleFlight;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.PartitionKey;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions of one kind, the same for all nodes. Each node asks every second whether anything
 * has changed, which is one read for any number of definitions, and reads all of them only if so.
 * Any node may change them.
 *
 * <p>Safe for use by many threads. Changes block the caller and run one after the other; an
 * interrupt does not abort one. They throw
 *
 * <ul>
 *   <li>{@link RequestException.Unavailable} if the store does not answer, or others keep changing
 *       definitions: it was not done;
 *   <li>{@link RequestException.Unknown} if it may have been done. A repeat is harmless, though a
 *       creation is then perhaps not reported as new;
 *   <li>{@link RequestException.Overloaded} if 100 changes wait already.
 * </ul>
 *
 * @param <V> the meaning of the definitions
 */
public class WatchedDefinitions<V> implements AutoCloseable {

  /** The time between two checks for changes. */
  public static final Duration POLL = Duration.ofSeconds(1);

  /**
   * The maximum age of the view of a fresh node. Even by a clock whose rate differs by 10 %, this
   * is shorter than {@link #SEEN_BY_ALL}.
   */
  public static final Duration FRESH = Duration.ofMillis(1_500);

  /**
   * After this time every fresh node knows of a write: a node's next read begins an interval after
   * its last one has ended, which leaves another interval for the reads themselves.
   */
  public static final Duration SEEN_BY_ALL = POLL.multipliedBy(2);

  private static final int READS_MAX = 5;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(1));
  private static final Logger LOG = LoggerFactory.getLogger(WatchedDefinitions.class);

  private final LogOnce reads;
  private final Context context;
  private final PartitionKey partition;
  private final Function<Definitions, V> interpreter;
  private final DefinitionWriter writer;
  private final SingleFlight<String, V> refreshes = new SingleFlight<>();
  private final List<Consumer<V>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger untold = new AtomicInteger();
  private volatile Known<V> newest; // changed under this object's lock
  private volatile long readNanos;
  private volatile boolean loaded;
  private volatile boolean closed;

  /**
   * Definitions that are not watched yet.
   *
   * @param kind such as {@code streams}
   * @param context with a store that has the table {@link DefinitionTable#DEFINITIONS}; its threads
   *     watch and call listeners
   * @param interpreter computes the meaning of definitions; if it throws because it cannot read
   *     one, the former meaning stays
   */
  @SuppressWarnings("this-escape") // the writer does nothing before it is asked
  public WatchedDefinitions(String kind, Context context, Function<Definitions, V> interpreter) {
    this.reads =
        new LogOnce(LOG, "definitions of " + kind + " cannot be read, the former ones hold");
    this.context = context;
    this.partition = DefinitionTable.partition(kind);
    this.interpreter = interpreter;
    this.newest =
        new Known<>(
            Definitions.NONE, interpreter.apply(Definitions.NONE), context.time().nanoTime());
    this.writer = new DefinitionWriter(partition, this, context);
  }

  /**
   * The definitions in memory.
   *
   * @param sinceNanos when it was known at the latest, by the monotonic clock; it contains all that
   *     was written before
   */
  private record Known<V>(Definitions definitions, V meaning, long sinceNanos) {}

  /**
   * Starts to watch, on a separate thread, without waiting: the store may be down. To be called
   * once.
   */
  public void start() {
    context.threads().newThread(this::watch).start();
  }

  /** Returns whether the definitions have been read; until then the view is empty. */
  public boolean isLoaded() {
    return loaded;
  }

  /**
   * Returns whether the view contains all that was written until 1.5 seconds ago. On a node that is
   * not fresh, a name may lead to a creation that has been replaced.
   *
   * @return false while the store does not answer
   */
  public boolean isFresh() {
    return isReadWithin(FRESH);
  }

  /**
   * Returns whether the view contains all that was written until some time ago.
   *
   * @param age how long ago
   * @return false while the store does not answer
   */
  public boolean isReadWithin(Duration age) {
    return loaded && context.time().nanoTime() - readNanos < age.toNanos();
  }

  /**
   * Returns the definitions that this node has read or written last, from memory; never older than
   * an earlier result.
   */
  public V view() {
    return newest.meaning();
  }

  /**
   * Returns recent definitions: from memory if that is fresh, otherwise by a read.
   *
   * @return all that was written until 1.5 seconds ago, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public V freshView() {
    return isFresh() ? view() : refresh();
  }

  /**
   * Reads the definitions. Of several concurrent calls one reads, and the others share the next
   * read.
   *
   * @return all that was written before the call, and perhaps more
   * @throws RequestException.Unavailable if the store does not answer
   */
  public V refresh() {
    return refreshes.read(
        "all",
        () -> {
          read();
          return view();
        });
  }

  /**
   * Reads the definitions, including deleted ones.
   *
   * @return all that was written before the call, and perhaps more; later views are not older
   * @throws RequestException.Unavailable if the store does not answer
   */
  public Definitions read() {
    for (int i = 1; ; i++) {
      try {
        return readOnce();
      } catch (StoreUnavailableException e) {
        if (i == READS_MAX) {
          throw new RequestException.Unavailable("definitions: " + e.getMessage());
        }
      }
      UninterruptibleSleep.sleep(context.time(), BACKOFF.after(i));
    }
  }

  /**
   * Registers a listener that is called with each new view from now on, including this node's own
   * changes. It is called by one thread at a time, always with the newest view: some views may be
   * skipped, and the same view may come twice.
   *
   * @param listener whose exceptions are logged; while it runs, other listeners wait
   */
  public void onChange(Consumer<V> listener) {
    listeners.add(listener);
  }

  /**
   * Makes the change that a request decides; when this returns, the change is known here. Costs one
   * write if no other node has changed anything in the meantime, and one read if nothing changes.
   *
   * @param decision decides from the present definitions, perhaps several times, without reading or
   *     writing; an exception that it throws answers the request
   * @param <T> the type of the answer
   * @return the answer of the decision that was carried out
   */
  public <T> T change(Function<Definitions, Change<T>> decision) {
    return writer.change(decision);
  }

  /**
   * Makes a change as {@link #change(Function)} does, unless the present definition differs from
   * the one that the request expects. That is checked each time the decision is taken.
   *
   * @param precondition the condition of the change; its exception answers the request
   * @param tag of the definition to change; empty if it does not exist
   * @param decision as in {@link #change(Function)}
   * @param <T> the type of the answer
   * @return the answer of the decision that was carried out
   */
  public <T> T change(
      Precondition precondition,
      Function<Definitions, Optional<String>> tag,
      Function<Definitions, Change<T>> decision) {
    return change(
        standing -> {
          precondition.check(() -> tag.apply(standing));
          return decision.apply(standing);
        });
  }

  /**
   * Waits until all fresh nodes know of a re-creation, which takes up to two seconds. It was
   * written before this node knew of it, perhaps by another node whose call has not returned yet. A
   * first creation needs no wait, because no node can confuse it with a former one.
   *
   * @param generation the number of the creation
   */
  public void awaitCaches(int generation) {
    if (generation > 1) {
      awaitCaches();
    }
  }

  /**
   * Waits until all fresh nodes know the definitions that this node knows, which takes up to two
   * seconds, or no time if nothing has changed for that long.
   */
  public void awaitCaches() {
    UninterruptibleSleep.until(context.time(), newest.sinceNanos() + SEEN_BY_ALL.toNanos());
  }

  /**
   * Stops the calls of listeners, and the watch within about a second. The view remains. A repeat
   * changes nothing.
   */
  @Override
  public void close() {
    closed = true;
  }

  final boolean isClosed() {
    return closed;
  }

  /** The newest definitions that this node has read or written. */
  final Definitions known() {
    return newest.definitions();
  }

  /** Accepts definitions that were read or written, unless newer ones are known. */
  public final synchronized void accept(Definitions definitions) {
    if (definitions.isAfter(known())) {
      newest = new Known<>(definitions, interpreter.apply(definitions), context.time().nanoTime());
      if (untold.getAndIncrement() == 0) {
        context.threads().newThread(this::tell).start();
      }
    }
  }

  private Definitions readOnce() {
    long begunNanos = context.time().nanoTime();
    Definitions read = DefinitionTable.read(context.store(), partition, known());
    accept(read);
    readNanos = begunNanos;
    loaded = true;
    return read;
  }

  private void watch() {
    while (!closed) {
      look();
      UninterruptibleSleep.sleep(context.time(), POLL);
    }
  }

  private void look() {
    try {
      readOnce();
      reads.succeeded();
    } catch (RuntimeException e) {
      if (!closed) {
        reads.failed(e);
      }
    }
  }

  /**
   * Tells the listeners the newest view, by one thread at a time and under no lock. Several changes
   * during one call of a listener are reported together, so a slow listener causes no queue.
   */
  private void tell() {
    int told;
    do {
      told = untold.get();
      V news = view();
      listeners.forEach(listener -> tell(listener, news));
    } while (untold.addAndGet(-told) > 0);
  }

  private void tell(Consumer<V> listener, V news) {
    try {
      if (!closed) {
        listener.accept(news);
      }
    } catch (RuntimeException e) {
      LOG.error("A listener to definitions failed; it may act by what was before.", e);
    }
  }
}
