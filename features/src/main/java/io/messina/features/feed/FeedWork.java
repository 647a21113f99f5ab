package io.messina.features.feed;

import io.messina.runtime.ParallelCalls;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Does the work of all feeds of a process within one bound, so that others get at the store too,
 * however many feeds and shards there are. Safe for use by many threads.
 */
public final class FeedWork {

  private final ParallelCalls parallel;
  private final Semaphore permits;

  /**
   * No work yet.
   *
   * @param parallel for how many events of one batch at a time
   * @param most for how many events of all feeds at a time
   */
  public FeedWork(ParallelCalls parallel, int most) {
    this.parallel = parallel;
    this.permits = new Semaphore(most, true);
  }

  /** Does something for each event of a batch; the first exception once all have ended. */
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
