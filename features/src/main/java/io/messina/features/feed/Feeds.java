package io.messina.features.feed;

import io.messina.features.FeatureException;
import io.messina.features.FeedDefinition;
import io.messina.features.FeedName;
import io.messina.features.FeedOptions;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.Created;
import io.messina.stream.time.UnbrokenSleep;
import io.messina.stream.trouble.StandingTrouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feeds, and what runs of them on this node: for each a follower of the stream's shards that
 * the node owns. A group {@code features.NAME.GENERATION} of the stream keeps how far a feed has
 * come; seeking it reads events again, which changes nothing. Safe for use by many threads.
 */
public final class Feeds implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Feeds.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  private final StandingTrouble looks =
      new StandingTrouble(LOG, "feeds cannot be looked after, those that run go on");
  private final FeedSite site;
  private final Map<FeedName, RunningFeed> running = new ConcurrentHashMap<>();
  private final Map<FeedName, FeedTally> tallies = new ConcurrentHashMap<>();
  private final Lock lock = new ReentrantLock(); // whoever begins or ends feeds
  private volatile boolean closed;

  /**
   * Feeds that do not run yet.
   *
   * @param site what they work with
   */
  public Feeds(FeedSite site) {
    this.site = site;
  }

  /** Begins to run feeds as the catalog says, and does not wait. To be called once. */
  public void start() {
    site.threads().newThread(this::watch).start();
  }

  /**
   * Makes sure that a feed is there and has these options. A new one begins with the oldest event;
   * it runs on all nodes within about a second.
   *
   * @param name its name
   * @param options what it does
   * @return the feed, and whether this call created it
   * @throws FeatureException.NotFound where there is no such feature or version
   * @throws FeatureException.Refused where it is there with another stream, or 200 feeds are
   * @throws StreamException.NotFound where there is no such stream
   */
  public Created<FeedDefinition> create(FeedName name, FeedOptions options) {
    var _ = site.streams().stream(options.stream());
    return site.catalog().createFeed(name, options);
  }

  /**
   * Deletes a feed and its group. What it has written stays.
   *
   * @param name its name
   * @return whether it was there
   */
  public boolean delete(FeedName name) {
    Optional<FeedDefinition> feed = site.catalog().refresh().feed(name);
    boolean deleted = site.catalog().deleteFeed(name);
    run();
    feed.ifPresent(this::deleteGroup);
    return deleted;
  }

  /**
   * The feeds.
   *
   * @return in the order of their names
   */
  public List<FeedDefinition> list() {
    return List.copyOf(site.catalog().view().feeds().values());
  }

  /**
   * What a feed has done on this node.
   *
   * @param name its name
   * @return the counts
   */
  public FeedCounts counts(FeedName name) {
    FeedTally tally = tallies.get(name);
    return tally == null ? FeedCounts.NONE : tally.read();
  }

  /** Ends what runs here, once the events at hand are fed. Repeating it changes nothing. */
  @Override
  public void close() {
    closed = true;
    run();
  }

  private void watch() {
    while (!closed) {
      try {
        if (site.catalog().isLoaded()) {
          run();
          looks.over();
        }
      } catch (RuntimeException e) {
        looks.met(e);
      }
      UnbrokenSleep.sleep(site.time(), PACE);
    }
  }

  /** What is wanted is looked up under the lock, so that who looks last has seen the newest. */
  private void run() {
    lock.lock();
    try {
      Map<FeedName, FeedDefinition> wanted = new ConcurrentHashMap<>();
      if (!closed) {
        list().forEach(feed -> wanted.put(feed.name(), feed));
      }
      running.values().stream().filter(it -> !isAsWanted(it, wanted)).toList().forEach(this::end);
      wanted.values().stream()
          .filter(feed -> !running.containsKey(feed.name()))
          .forEach(this::begin);
    } finally {
      lock.unlock();
    }
  }

  private boolean isAsWanted(RunningFeed feed, Map<FeedName, FeedDefinition> wanted) {
    return feed.feed().equals(wanted.get(feed.feed().name()))
        && site.streams().list().stream().anyMatch(it -> it.id().equals(feed.stream()));
  }

  private void begin(FeedDefinition feed) {
    try {
      FeedTally tally = tallies.computeIfAbsent(feed.name(), _ -> new FeedTally());
      running.put(feed.name(), RunningFeed.start(site, feed, tally));
    } catch (StreamException e) {
      LOG.debug("Feed {} cannot begin yet: {}", feed.name(), e.getMessage());
    }
  }

  private void end(RunningFeed feed) {
    running.remove(feed.feed().name());
    feed.close();
  }

  private void deleteGroup(FeedDefinition feed) {
    try {
      var _ =
          site.streams().stream(feed.options().stream()).deleteGroup(RunningFeed.groupName(feed));
    } catch (StreamException e) {
      LOG.warn("The group of the deleted feed {} could not be deleted.", feed.name(), e);
    }
  }
}
