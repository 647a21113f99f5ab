package io.messina.runtime;

import io.messina.store.Store;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * The store, clocks, random numbers and threads that every part of a process uses. Two parts of one
 * process share one context, or have some that differ in the names of their threads only.
 *
 * @param store stores everything; it outlives all its users, and only its maker closes it
 * @param time the clocks of the process
 * @param random for incarnations and ids, hence cryptographically strong in production, and for
 *     jitter; safe for use by many threads
 * @param threads makes a thread for each task, virtual ones in production
 * @param formats at which level the process writes to the store
 */
public record Context(
    Store store,
    NodeTime time,
    RandomGenerator random,
    ThreadFactory threads,
    FormatLevel formats) {

  /** The first context of a store: it writes at the oldest level until that is raised. */
  public Context(Store store, NodeTime time, RandomGenerator random, ThreadFactory threads) {
    this(store, time, random, threads, new FormatLevel());
  }

  /**
   * With the clocks of the machine, and virtual threads.
   *
   * @param store where everything is kept
   * @param threads the beginning of their names
   */
  public static Context ofMachine(Store store, String threads) {
    ThreadFactory factory = Thread.ofVirtual().name(threads, 0).factory();
    return new Context(store, new SystemTime(factory), new SecureRandom(), factory);
  }

  /**
   * Starts a task on a new thread.
   *
   * @param task the task
   */
  public void start(Runnable task) {
    threads.newThread(task).start();
  }

  /** The wall time in whole milliseconds, the precision of tables and streams. */
  public Instant now() {
    return time.wall().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * The wall time.
   *
   * @return microseconds since 1970
   */
  public long nowMicros() {
    return Micros.now(time);
  }
}
