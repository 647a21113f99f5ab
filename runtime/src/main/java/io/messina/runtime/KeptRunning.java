package io.messina.runtime;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something running until it is closed, on a thread of its own, so that one that waits delays
 * no other: it begins as soon as it can, and again whenever what it rests on is gone and comes
 * back. It looks every second. Safe for use by many threads.
 *
 * @param <T> what runs
 */
public final class KeptRunning<T> {

  private static final Duration PACE = Duration.ofSeconds(1);

  /** Fewer failures in a row are not reported: a stream may have to find owners for its shards. */
  private static final int FAILURES_MIN = 10;

  private final Site site;
  private final Work<T> work;
  private final LogOnce trouble;
  private final CompletableFuture<Void> tried = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock(); // whoever begins or ends it
  private volatile @Nullable T running; // written under the lock
  private volatile Optional<String> hindrance = Optional.empty();
  private int failures; // under the lock
  private boolean closed; // under the lock

  /**
   * Begins and ends it.
   *
   * @param <T> what runs
   */
  public interface Work<T> {

    /**
     * Begins.
     *
     * @return what runs now
     * @throws RuntimeException where it cannot, with a sentence for people; tried again
     */
    T begin();

    /**
     * Whether what it rests on is there still.
     *
     * @param running as it was begun
     * @return whether it may go on
     */
    boolean isThere(T running);

    /**
     * Ends it.
     *
     * @param running as it was begun
     */
    void end(T running);
  }

  /**
   * Does not run yet.
   *
   * @param site has threads and clocks
   * @param work begins and ends it
   * @param trouble is told when it has failed for some time, and when it runs again
   */
  public KeptRunning(Site site, Work<T> work, LogOnce trouble) {
    this.site = site;
    this.work = work;
    this.trouble = trouble;
  }

  /**
   * Starts once something else has ended, without waiting for it. To be called once.
   *
   * @param end ends that
   */
  public void startAfter(Runnable end) {
    site.start(
        () -> {
          end.run();
          while (look()) {
            tried.complete(null);
            UninterruptibleSleep.sleep(site.time(), PACE);
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
  public void close() {
    lock.lock();
    try {
      closed = true;
      stop();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What runs.
   *
   * @return empty if nothing does
   */
  public Optional<T> running() {
    return Optional.ofNullable(running);
  }

  /**
   * What runs.
   *
   * @param name of it, for the sentence
   * @throws RequestException.Unavailable if nothing does, with what hinders it
   */
  public T running(String name) {
    return running()
        .orElseThrow(
            () ->
                new RequestException.Unavailable(
                    name + ": " + hindrance.orElse("it does not run on this node yet")));
  }

  /**
   * Why it does not run, or could not be looked after last.
   *
   * @return a sentence; empty if all is well, or it was not tried yet
   */
  public Optional<String> hindrance() {
    return hindrance;
  }

  /** Whether to look again. */
  private boolean look() {
    lock.lock();
    try {
      if (!closed) {
        run();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      T now = running;
      if (now != null && !work.isThere(now)) {
        stop();
      }
      if (running == null) {
        running = work.begin();
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
    T now = running;
    running = null;
    if (now != null) {
      work.end(now);
    }
  }
}
