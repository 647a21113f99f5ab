package io.messina.runtime.job;

import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a job running until it is closed, on a separate thread, so that a waiting job delays no
 * other: it starts as soon as it can, and again whenever its stream is gone and comes back. It
 * looks every second. Safe for use by many threads.
 *
 * @param <D> the definition of the job
 * @param <R> the running job
 */
public final class KeptRunning<D, R extends RunningJob> implements AutoCloseable {

  private static final Duration PACE = Duration.ofSeconds(1);

  /** Fewer failures in a row are not reported: a stream may have to find owners for its shards. */
  private static final int FAILURES_MIN = 10;

  private final Context context;
  private final D definition;
  private final Work<D, R> work;
  private final LogOnce trouble;
  private final CompletableFuture<Void> tried = new CompletableFuture<>();
  private final Mutex lock = new Mutex(); // held to start or end it
  private volatile @Nullable R running; // written under the lock
  private volatile Optional<String> hindrance = Optional.empty();
  private int failures; // under the lock
  private boolean closed; // under the lock

  /**
   * Begins and ends a job.
   *
   * @param <D> the definition of the job
   * @param <R> the running job
   */
  @FunctionalInterface
  public interface Work<D, R extends RunningJob> {

    /**
     * Starts the job, or resumes it at its position.
     *
     * @param definition the definition to run
     * @throws RuntimeException where it cannot, with a sentence for people; tried again
     */
    R begin(D definition);

    /**
     * Ends a running job, because it is no longer wanted, or its stream is gone.
     *
     * @param running as it was begun
     */
    default void end(R running) {
      running.close();
    }
  }

  /**
   * Does not run yet.
   *
   * @param context of the process
   * @param definition of the job
   * @param work begins and ends it
   * @param trouble is told when it has failed for some time, and when it runs again
   */
  public KeptRunning(Context context, D definition, Work<D, R> work, LogOnce trouble) {
    this.context = context;
    this.definition = definition;
    this.work = work;
    this.trouble = trouble;
  }

  /** Returns the definition. */
  public D definition() {
    return definition;
  }

  /**
   * Starts once something else has ended, without waiting for it. To be called once.
   *
   * @param end ends that
   */
  public void startAfter(Runnable end) {
    context.start(
        () -> {
          end.run();
          while (look()) {
            tried.complete(null);
            UninterruptibleSleep.sleep(context.time(), PACE);
          }
          tried.complete(null);
        });
  }

  /**
   * Waits until it has begun, or could not.
   *
   * @param most how long at most
   */
  public void awaitTried(Duration most) {
    tried.copy().completeOnTimeout(null, most.toNanos(), TimeUnit.NANOSECONDS).join();
  }

  /** Ends it. Repeating it changes nothing. */
  @Override
  public void close() {
    try (var _ = lock.hold()) {
      closed = true;
      stop();
    }
  }

  /** Returns the running job; empty if it does not run. */
  public Optional<R> running() {
    return Optional.ofNullable(running);
  }

  /** Returns the state of the job. */
  public JobReport<R> report() {
    Optional<R> now = running();
    return new JobReport<>(
        now, hindrance.or(() -> now.flatMap(RunningJob::trouble)), now.flatMap(KeptRunning::lag));
  }

  private static Optional<Long> lag(RunningJob now) {
    try {
      return now.lag();
    } catch (RequestException | StoreException _) {
      return Optional.empty(); // deleted in between, or the store does not answer
    }
  }

  /** Whether to look again. */
  private boolean look() {
    try (var _ = lock.hold()) {
      if (!closed) {
        run();
      }
      return !closed;
    }
  }

  private void run() {
    try {
      R now = running;
      if (now != null && !now.isThere()) {
        stop();
      }
      if (running == null) {
        running = work.begin(definition);
      }
      failures = 0;
      hindrance = Optional.empty();
      trouble.succeeded();
    } catch (RuntimeException e) {
      hindrance = Optional.of(String.valueOf(e.getMessage()));
      failures++;
      if (failures >= FAILURES_MIN) {
        trouble.failed(e);
      }
    }
  }

  private void stop() {
    R now = running;
    running = null;
    if (now != null) {
      work.end(now);
    }
  }
}
