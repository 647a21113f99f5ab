package io.messina.features.feed;

import io.messina.stream.StoredEvent;
import io.messina.stream.node.Together;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Does the work of all feeds of a process, so that however many feeds and shards there are, they
 * leave the store to others too. Safe for use by many threads.
 */
public final class FeedWork {

  private final Together together;
  private final Semaphore permits;

  /**
   * No work yet.
   *
   * @param together for how many events of one batch at a time
   * @param most for how many events of all feeds at a time
   */
  public FeedWork(Together together, int most) {
    this.together = together;
    this.permits = new Semaphore(most, true);
  }

  /** Does something for each event of a batch; the first exception once all have ended. */
  void each(List<StoredEvent> events, Consumer<StoredEvent> action) {
    var _ =
        together.each(
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
