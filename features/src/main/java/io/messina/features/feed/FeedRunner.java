package io.messina.features.feed;

import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedStatus;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.StreamException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one feed running on this node, on a thread of its own, so that a feed that waits delays no
 * other. Safe for use by many threads.
 */
final class FeedRunner {

  private static final Logger LOG = LoggerFactory.getLogger(FeedRunner.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  /**
   * Fewer failures in a row are not reported: a stream may have to find owners for its shards
   * first.
   */
  private static final int FAILURES_MIN = 10;

  private final FeedSite site;
  private final FeedDefinition feed;
  private final FeedTally tally;
  private final LogOnce trouble;
  private final Mutex lock = new Mutex(); // whoever begins or ends it
  private volatile @Nullable RunningFeed running; // written under the lock
  private volatile Optional<String> hindrance = Optional.empty();
  private int failures; // under the lock
  private boolean closed; // under the lock

  FeedRunner(FeedSite site, FeedDefinition feed, FeedTally tally) {
    this.site = site;
    this.feed = feed;
    this.tally = tally;
    this.trouble = new LogOnce(LOG, "the feed " + feed.name() + " does not run");
  }

  FeedDefinition feed() {
    return feed;
  }

  FeedTally tally() {
    return tally;
  }

  /** Starts once something else has ended, without waiting for it. */
  void startAfter(Runnable end) {
    site.start(
        () -> {
          end.run();
          while (look()) {
            UninterruptibleSleep.sleep(site.time(), PACE);
          }
        });
  }

  /** Ends it, once the events at hand are fed. Repeating it changes nothing. */
  void close() {
    try (var _ = lock.hold()) {
      closed = true;
      stop();
    }
  }

  FeedCounts counts() {
    return tally.read();
  }

  FeedStatus status() {
    RunningFeed now = running;
    Optional<String> why =
        now == null ? hindrance : hindrance.or(() -> tally.trouble(now.owned(site)::contains));
    Optional<FeedLag> lag = lag();
    return new FeedStatus(
        feed,
        now != null,
        why,
        lag.map(FeedLag::events),
        lag.flatMap(FeedLag::oldest),
        tally.read());
  }

  Optional<FeedLag> lag() {
    try {
      return Optional.ofNullable(running).map(now -> now.lag(site, tally));
    } catch (StreamException _) {
      // Deleted meanwhile, or the store is silent.
      return Optional.empty();
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
      RunningFeed now = running;
      if (now != null && !now.isThere(site)) {
        stop();
      }
      if (running == null) {
        running = RunningFeed.start(site, feed, tally);
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
    RunningFeed now = running;
    running = null;
    if (now != null) {
      now.close();
    }
  }
}
