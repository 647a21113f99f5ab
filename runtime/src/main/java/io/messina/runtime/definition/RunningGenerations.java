package io.messina.runtime.definition;

import io.messina.runtime.LogOnce;
import io.messina.runtime.Site;
import io.messina.runtime.UninterruptibleSleep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what a {@link GenerationCatalog} has: on each node the present generation of each thing, and
 * nothing else. It looks at the catalog every second. Safe for use by many threads.
 *
 * @param <D> a definition; equal ones are of the same generation
 * @param <R> what runs of it
 */
public final class RunningGenerations<D, R> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunningGenerations.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  private final Site site;
  private final GenerationCatalog<D> catalog;
  private final Work<D, R> work;
  private final LogOnce looks;
  private final Map<String, Running<D, R>> running = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock(); // whoever begins or ends something
  private volatile boolean closed;

  private record Running<D, R>(D definition, R runner) {}

  /**
   * Begins and ends things.
   *
   * @param <D> a definition
   * @param <R> what runs of it
   */
  public interface Work<D, R> {

    /**
     * Begins, and does not wait.
     *
     * @param definition of what
     */
    R begin(D definition);

    /**
     * Ends it, and waits until it has ended.
     *
     * @param runner as it was begun
     */
    void end(R runner);

    /** Removes what former generations have left; called every second. */
    void deleteLeftovers();
  }

  /**
   * Runs nothing yet.
   *
   * @param site has threads and clocks
   * @param catalog what there is; it outlives this
   * @param work begins and ends it
   * @param what runs, for the log, as in {@code aggregates}
   */
  public RunningGenerations(Site site, GenerationCatalog<D> catalog, Work<D, R> work, String what) {
    this.site = site;
    this.catalog = catalog;
    this.work = work;
    this.looks = new LogOnce(LOG, what + " cannot be looked after, those that run go on");
  }

  /** Begins to look, and does not wait. To be called once. */
  public void start() {
    site.start(this::watch);
  }

  /**
   * What runs of a definition.
   *
   * @param name of it
   * @param definition which
   * @return empty if it does not run here yet, or another generation does
   */
  public Optional<R> find(String name, D definition) {
    return Optional.ofNullable(running.get(name))
        .filter(it -> it.definition.equals(definition))
        .map(Running::runner);
  }

  /**
   * Starts what the catalog has, which is read under the lock, so that the last caller has seen the
   * newest, and ends everything else.
   *
   * @return done once what was to end has ended
   */
  public CompletableFuture<Void> look() {
    List<Running<D, R>> ended;
    lock.lock();
    try {
      ended = change(closed ? Map.of() : catalog.view().living());
    } finally {
      lock.unlock();
    }
    return CompletableFuture.allOf(
        ended.stream()
            .map(it -> CompletableFuture.runAsync(() -> work.end(it.runner), site::start))
            .toArray(CompletableFuture[]::new));
  }

  private List<Running<D, R>> change(Map<String, D> wanted) {
    Map<String, Running<D, R>> over = new TreeMap<>(running);
    over.entrySet().removeIf(each -> each.getValue().definition.equals(wanted.get(each.getKey())));
    over.keySet().forEach(running::remove);
    wanted.forEach(
        (name, definition) ->
            running.computeIfAbsent(
                name, any -> new Running<>(definition, work.begin(definition))));
    return List.copyOf(over.values());
  }

  /** Ends all that runs. Repeating it changes nothing. */
  @Override
  public void close() {
    closed = true;
    look().join();
  }

  private void watch() {
    while (!closed) {
      try {
        if (catalog.isLoaded()) {
          CompletableFuture<Void> unused = look();
          work.deleteLeftovers();
          looks.succeeded();
        }
      } catch (RuntimeException e) {
        looks.failed(e);
      }
      UninterruptibleSleep.sleep(site.time(), PACE);
    }
  }
}
