package io.messina.runtime;

import io.messina.store.Store;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * The dependencies of one part of a process: the context, and the objects that only this part
 * needs.
 */
public interface Site {

  /**
   * Returns the dependencies of all parts.
   *
   * @return the context
   */
  Context context();

  /**
   * Where everything is kept.
   *
   * @return the context's
   */
  default Store store() {
    return context().store();
  }

  /**
   * The clocks of the process.
   *
   * @return the context's
   */
  default NodeTime time() {
    return context().time();
  }

  /**
   * Where ids and jitter come from.
   *
   * @return the context's
   */
  default RandomGenerator random() {
    return context().random();
  }

  /**
   * Returns the factory of threads.
   *
   * @return the context's
   */
  default ThreadFactory threads() {
    return context().threads();
  }

  /**
   * Starts a task on a new thread.
   *
   * @param task the task
   */
  default void start(Runnable task) {
    threads().newThread(task).start();
  }

  /**
   * The wall time.
   *
   * @return microseconds since 1970
   */
  default long nowMicros() {
    return Micros.now(time());
  }
}
