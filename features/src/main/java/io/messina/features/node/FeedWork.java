package io.messina.features.node;

import io.messina.runtime.ParallelCalls;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Bounds the work of all feeds of a process together, so that any number of feeds and shards leaves
 * capacity of the store to others. Safe for use by many threads.
 */
final class FeedWork {

  private final ParallelCalls parallel;
  private final Semaphore permits;

  /**
   * No work yet.
   *
   * @param parallel bounds the events of one batch at the same time
   * @param most the maximum number of events of all feeds at the same time
   */
  FeedWork(ParallelCalls parallel, int most) {
    this.parallel = parallel;
    this.permits = new Semaphore(most, true);
  }

  /** Runs an action for each event of a batch. Throws the first exception once all have ended. */
  void each(List<StoredEvent> events, Consumer<StoredEvent> action) {
    var _ =
        parallel.each(
            events,
            event -> {
              permits.acquireUninterruptibly();
              try {
                action.accept(event);
              } finally {
                permits.release();
              }
              return true;
            });
  }
}
