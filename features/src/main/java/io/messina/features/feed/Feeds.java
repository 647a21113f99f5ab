package io.messina.features.feed;

import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.features.FeatureException;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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

  private final LogOnce looks =
      new LogOnce(LOG, "feeds cannot be looked after, those that run go on");
  private final LogOnce leftovers = new LogOnce(LOG, "groups of deleted feeds cannot be deleted");
  private final FeedSite site;
  private final FeedGroups groups;
  private final Map<FeedName, FeedRunner> runners = new ConcurrentHashMap<>();
  private final Mutex lock = new Mutex(); // whoever adds or removes runners
  private volatile boolean closed;

  /**
   * Feeds that do not run yet.
   *
   * @param site what they work with
   */
  public Feeds(FeedSite site) {
    this.site = site;
    this.groups = new FeedGroups(site);
  }

  /** Begins to run feeds as the catalog says, and does not wait. To be called once. */
  public void start() {
    site.start(this::watch);
  }

  /**
   * Makes sure that a feed is there and has these options. A new one begins with the oldest event;
   * it runs on all nodes within about a second.
   *
   * @param name its name
   * @param options what it does
   * @return the feed, and whether this call created it
   * @throws FeatureException.NotFound if there is no such feature or version
   * @throws FeatureException.Refused if it is there with another stream, or 200 feeds are
   * @throws RequestException.NotFound if there is no such stream
   */
  public Created<FeedDefinition> create(FeedName name, FeedOptions options) {
    return create(name, options, Precondition.NONE);
  }

  /**
   * As {@link #create(FeedName, FeedOptions)}, if something stands.
   *
   * @param name its name
   * @param options what it does
   * @param precondition what has to stand; what it throws, this throws
   * @return the feed, and whether this call created it
   */
  public Created<FeedDefinition> create(
      FeedName name, FeedOptions options, Precondition precondition) {
    var _ = site.streams().stream(options.stream());
    return site.catalog().expecting(precondition).createFeed(name, options);
  }

  /**
   * Deletes a feed and its group, and waits until it has ended on this node. What it has written
   * stays.
   *
   * @param name its name
   * @return whether it was there
   */
  public boolean delete(FeedName name) {
    return delete(name, Precondition.NONE);
  }

  /**
   * As {@link #delete(FeedName)}, if something stands.
   *
   * @param name its name
   * @param precondition what has to stand; what it throws, this throws
   * @return whether it was there
   */
  public boolean delete(FeedName name, Precondition precondition) {
    Optional<FeedRunner> former = Optional.ofNullable(runners.get(name));
    boolean deleted = site.catalog().expecting(precondition).deleteFeed(name);
    List<FeedRunner> ended = look();
    ended.stream().filter(runner -> !runner.feed().name().equals(name)).forEach(this::closeLater);
    ended.stream().filter(runner -> runner.feed().name().equals(name)).forEach(FeedRunner::close);
    former.ifPresent(FeedRunner::close);
    deleteLeftovers();
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
   * How a feed is on this node.
   *
   * @param feed which
   * @return whether it runs, and what it has done
   */
  public FeedStatus status(FeedDefinition feed) {
    FeedRunner runner = runners.get(feed.name());
    return runner != null && runner.feed().equals(feed)
        ? runner.status()
        : new FeedStatus(
            feed, false, Optional.empty(), Optional.empty(), Optional.empty(), counts(feed.name()));
  }

  /**
   * What a feed has done on this node.
   *
   * @param name its name
   * @return the counts
   */
  public FeedCounts counts(FeedName name) {
    return Optional.ofNullable(runners.get(name)).map(FeedRunner::counts).orElse(FeedCounts.NONE);
  }

  /**
   * How far a feed is behind on the shards that this node owns; asks the store for nothing.
   *
   * @param name its name
   * @return empty if it does not run here, or that cannot be told at the moment
   */
  public Optional<FeedLag> lag(FeedName name) {
    return Optional.ofNullable(runners.get(name)).flatMap(FeedRunner::lag);
  }

  /**
   * Whether a feed has handled all events that were appended before the call, on all nodes.
   *
   * @param name its name
   * @return false also if an owner does not answer, or there is no such feed or stream
   * @throws RequestException.Unavailable if the store does not answer
   */
  public boolean isDrained(FeedName name) {
    return site.catalog().freshView().feed(name).filter(groups::isDrained).isPresent();
  }

  /** Ends what runs here, once the events at hand are fed. Repeating it changes nothing. */
  @Override
  public void close() {
    closed = true;
    CompletableFuture.allOf(look().stream().map(this::closing).toArray(CompletableFuture[]::new))
        .join();
  }

  private void watch() {
    while (!closed) {
      try {
        if (site.catalog().isLoaded()) {
          look().forEach(this::closeLater);
          deleteLeftovers();
          looks.succeeded();
        }
      } catch (RuntimeException e) {
        looks.failed(e);
      }
      UninterruptibleSleep.sleep(site.time(), PACE);
    }
  }

  /**
   * Starts the feeds of the catalog, which is read under the lock, so that the last caller has seen
   * the newest.
   *
   * @return the runners of feeds that were deleted or changed, to be closed
   */
  private List<FeedRunner> look() {
    try (var _ = lock.hold()) {
      Map<FeedName, FeedDefinition> wanted = new LinkedHashMap<>();
      if (!closed) {
        list().forEach(feed -> wanted.put(feed.name(), feed));
      }
      List<FeedRunner> ended =
          runners.values().stream()
              .filter(runner -> !runner.feed().equals(wanted.get(runner.feed().name())))
              .toList();
      ended.forEach(runner -> runners.remove(runner.feed().name()));
      wanted.values().stream()
          .filter(feed -> !runners.containsKey(feed.name()))
          .forEach(feed -> begin(feed, former(feed, ended)));
      return ended;
    }
  }

  private static Optional<FeedRunner> former(FeedDefinition feed, List<FeedRunner> ended) {
    return ended.stream().filter(it -> it.feed().name().equals(feed.name())).findFirst();
  }

  /** A feed that was changed goes on counting; one that was created again counts anew. */
  private void begin(FeedDefinition feed, Optional<FeedRunner> former) {
    FeedTally tally =
        former
            .filter(it -> it.feed().generation() == feed.generation())
            .map(FeedRunner::tally)
            .orElseGet(FeedTally::new);
    FeedRunner runner = new FeedRunner(site, feed, tally);
    runners.put(feed.name(), runner);
    runner.startAfter(() -> former.ifPresent(FeedRunner::close));
  }

  private void closeLater(FeedRunner runner) {
    var _ = closing(runner);
  }

  private CompletableFuture<Void> closing(FeedRunner runner) {
    return CompletableFuture.runAsync(runner::close, site::start);
  }

  private void deleteLeftovers() {
    try {
      groups.deleteThoseOfNoFeed();
      leftovers.succeeded();
    } catch (RuntimeException e) {
      leftovers.failed(e);
    }
  }
}
