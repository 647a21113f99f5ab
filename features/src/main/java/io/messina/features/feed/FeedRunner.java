package io.messina.features.feed;

import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedStatus;
import io.messina.runtime.KeptRunning;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one feed running on this node. Safe for use by many threads. */
final class FeedRunner implements KeptRunning.Work<RunningFeed> {

  private static final Logger LOG = LoggerFactory.getLogger(FeedRunner.class);

  private final FeedSite site;
  private final FeedDefinition feed;
  private final FeedTally tally;
  private final KeptRunning<RunningFeed> kept;

  FeedRunner(FeedSite site, FeedDefinition feed, FeedTally tally) {
    this.site = site;
    this.feed = feed;
    this.tally = tally;
    this.kept =
        new KeptRunning<>(
            site, this, new LogOnce(LOG, "the feed " + feed.name() + " does not run"));
  }

  FeedDefinition feed() {
    return feed;
  }

  FeedTally tally() {
    return tally;
  }

  /** Starts once something else has ended, without waiting for it. */
  void startAfter(Runnable end) {
    kept.startAfter(end);
  }

  /** Ends it, once the events at hand are fed. Repeating it changes nothing. */
  void close() {
    kept.close();
  }

  @Override
  public RunningFeed begin() {
    return RunningFeed.start(site, feed, tally);
  }

  @Override
  public boolean isThere(RunningFeed running) {
    return running.isThere(site);
  }

  @Override
  public void end(RunningFeed running) {
    running.close();
  }

  FeedCounts counts() {
    return tally.read();
  }

  FeedStatus status() {
    Optional<RunningFeed> running = kept.running();
    Optional<FeedLag> lag = lag();
    return new FeedStatus(
        feed,
        running.isPresent(),
        kept.hindrance().or(() -> running.flatMap(now -> tally.trouble(now.owned(site)::contains))),
        lag.map(FeedLag::events),
        lag.flatMap(FeedLag::oldest),
        tally.read());
  }

  Optional<FeedLag> lag() {
    try {
      return kept.running().map(now -> now.lag(site, tally));
    } catch (RequestException _) {
      // Deleted meanwhile, or the store is silent.
      return Optional.empty();
    }
  }
}
