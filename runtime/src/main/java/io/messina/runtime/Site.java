package io.messina.runtime;

import io.messina.store.Store;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/** What one part of a process works with: the context, and what only this part needs. */
public interface Site {

  /**
   * What all parts work with.
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
   * What makes threads.
   *
   * @return the context's
   */
  default ThreadFactory threads() {
    return context().threads();
  }

  /**
   * Begins something on a thread of its own.
   *
   * @param task what
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
