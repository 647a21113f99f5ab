package io.messina.runtime.job;

import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs on this node: of each name the one that is wanted, and nothing else. It reads every
 * second which jobs are wanted. Safe for use by many threads.
 *
 * @param <D> the definition of a job; a job whose definition stays equal keeps running
 * @param <R> the running job
 */
public final class RunningJobs<D, R extends RunningJob> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunningJobs.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  private final Context context;
  private final String noun;
  private final Work<D, R> work;
  private final Map<String, KeptRunning<D, R>> running = new ConcurrentHashMap<>();
  private final Mutex lock = new Mutex(); // held to start or end jobs
  private final LogOnce looks;
  private final LogOnce leftovers;
  private volatile boolean closed;

  /**
   * The wanted jobs, and how they start and end.
   *
   * @param <D> the definition of a job
   * @param <R> the running job
   */
  public interface Work<D, R extends RunningJob> extends KeptRunning.Work<D, R> {

    /** Returns whether the wanted jobs are known yet. */
    boolean isLoaded();

    /** By name, as far as is known from memory. Asked under a lock: the last one has the newest. */
    Map<String, D> wanted();

    /**
     * Removes the data of jobs that are over.
     *
     * @throws RuntimeException where not all can be removed; tried again
     */
    void deleteLeftovers();
  }

  /**
   * Runs nothing yet.
   *
   * @param context of the process
   * @param noun the word for one job, as in {@code feed}
   * @param work the wanted jobs
   */
  public RunningJobs(Context context, String noun, Work<D, R> work) {
    this.context = context;
    this.noun = noun;
    this.work = work;
    this.looks = new LogOnce(LOG, noun + "s cannot be looked after, those that run go on");
    this.leftovers = new LogOnce(LOG, "what former " + noun + "s have left stays for now");
  }

  /** Begins to look, and does not wait. To be called once. */
  public void start() {
    context.start(this::watch);
  }

  private void watch() {
    while (!closed) {
      looks.attempt(
          () -> {
            if (work.isLoaded()) {
              look();
              deleteLeftovers();
            }
          });
      UninterruptibleSleep.sleep(context.time(), PACE);
    }
  }

  /** Starts the jobs that are wanted now, and ends all others. Does not wait. */
  public void look() {
    change();
  }

  /** Returns the endings of jobs, each on a separate thread. */
  private List<CompletableFuture<Void>> change() {
    try (var _ = lock.hold()) {
      Map<String, D> now = closed ? Map.of() : work.wanted();
      Map<String, KeptRunning<D, R>> over = new TreeMap<>(running);
      over.entrySet().removeIf(it -> it.getValue().definition().equals(now.get(it.getKey())));
      running.keySet().removeAll(over.keySet());
      now.forEach(
          (name, definition) ->
              running.computeIfAbsent(name, _ -> begin(name, definition, over.get(name))));
      return over.values().stream()
          .map(it -> CompletableFuture.runAsync(it::close, context::start))
          .toList();
    }
  }

  /** Only after the one that had its name, as they may follow the same group. */
  private KeptRunning<D, R> begin(String name, D definition, @Nullable KeptRunning<D, R> former) {
    KeptRunning<D, R> next =
        new KeptRunning<>(
            context,
            definition,
            work,
            new LogOnce(LOG, "the %s %s does not run".formatted(noun, name)));
    next.startAfter(former == null ? () -> {} : former::close);
    return next;
  }

  /**
   * Waits until a job has begun here, or could not.
   *
   * @param name of it
   * @param most how long at most
   */
  public void awaitTried(String name, Duration most) {
    find(name).ifPresent(it -> it.awaitTried(most));
  }

  /**
   * Waits until a job that is no longer wanted has ended here, and removes its data.
   *
   * @param name of it
   * @param action after which it is not wanted
   * @param <T> the result of the action
   * @return the result of the action
   */
  public <T> T end(String name, Supplier<T> action) {
    Optional<KeptRunning<D, R>> former = find(name);
    T done = action.get();
    look();
    former.filter(it -> !find(name).equals(former)).ifPresent(KeptRunning::close);
    deleteLeftovers();
    return done;
  }

  private void deleteLeftovers() {
    leftovers.attempt(work::deleteLeftovers);
  }

  private Optional<KeptRunning<D, R>> find(String name) {
    return Optional.ofNullable(running.get(name));
  }

  private Optional<KeptRunning<D, R>> find(String name, D definition) {
    return find(name).filter(it -> it.definition().equals(definition));
  }

  /**
   * Returns the running job.
   *
   * @param name of it
   * @param definition which
   * @throws RequestException.Unavailable if it does not run, with the reason
   */
  public R running(String name, D definition) {
    JobReport<R> now = report(name, definition);
    return now.running()
        .orElseThrow(
            () ->
                new RequestException.Unavailable(
                    name + ": " + now.trouble().orElse("it does not run on this node yet")));
  }

  /**
   * The state of a job on this node.
   *
   * @param name of it
   * @param definition which
   */
  public JobReport<R> report(String name, D definition) {
    return find(name, definition).map(KeptRunning::report).orElseGet(JobReport::notRunning);
  }

  /** Ends all that runs. Repeating it changes nothing. */
  @Override
  public void close() {
    closed = true;
    CompletableFuture.allOf(change().toArray(CompletableFuture[]::new)).join();
  }
}
