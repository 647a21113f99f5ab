package io.messina.features.feed;

import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.job.JobReport;
import io.messina.runtime.job.RunningJobs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The feeds, and what runs of them on this node: for each a follower of the stream's shards that
 * the node owns. A group {@code features.NAME.GENERATION} of the stream keeps how far a feed has
 * come; seeking it reads events again, which changes nothing. Safe for use by many threads.
 */
public final class Feeds implements AutoCloseable {

  private final FeedSite site;
  private final FeedGroups groups;
  private final Map<FeedName, Tallied> tallies = new ConcurrentHashMap<>();
  private final RunningJobs<FeedDefinition, RunningFeed> running;

  /** What a creation of a feed has done: it counts on when its options are changed. */
  private record Tallied(int generation, FeedTally tally) {}

  /**
   * Feeds that do not run yet.
   *
   * @param site what they work with
   */
  public Feeds(FeedSite site) {
    this.site = site;
    this.groups = new FeedGroups(site);
    this.running = new RunningJobs<>(site.context(), "feed", new Work());
  }

  /** Begins to run feeds as the catalog says, and does not wait. To be called once. */
  public void start() {
    running.start();
  }

  /**
   * Makes sure that a feed is there and has these options. A new one begins with the oldest event;
   * it runs on all nodes within about a second.
   *
   * @param name its name
   * @param options what it does
   * @return the feed, and whether this call created it
   * @throws RequestException.NotFound if there is no such feature or version
   * @throws RequestException.Refused if it is there with another stream, or 200 feeds are
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
    return site.catalog().putFeed(name, options, precondition);
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
    return running.end(name.value(), () -> site.catalog().deleteFeed(name, precondition));
  }

  /**
   * The feeds.
   *
   * @return in the order of their names
   */
  public List<FeedDefinition> list() {
    return List.copyOf(site.catalog().view().feeds().living().values());
  }

  /**
   * How a feed is on this node.
   *
   * @param feed which
   * @return whether it runs, and what it has done
   */
  public FeedStatus status(FeedDefinition feed) {
    JobReport<RunningFeed> now = running.report(feed.name().value(), feed);
    return new FeedStatus(
        feed,
        now.running().isPresent(),
        now.trouble(),
        now.lag(),
        now.lag().flatMap(_ -> now.running()).flatMap(Feeds::oldestUnfed),
        counts(feed.name()));
  }

  private static Optional<Instant> oldestUnfed(RunningFeed feed) {
    try {
      return feed.oldestUnfed();
    } catch (RequestException _) {
      return Optional.empty(); // deleted meanwhile
    }
  }

  /**
   * What a feed has done on this node.
   *
   * @param name its name
   * @return the counts
   */
  public FeedCounts counts(FeedName name) {
    return Optional.ofNullable(tallies.get(name))
        .map(it -> it.tally().read())
        .orElse(FeedCounts.NONE);
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
    running.close();
  }

  private final class Work implements RunningJobs.Work<FeedDefinition, RunningFeed> {

    @Override
    public boolean isLoaded() {
      return site.catalog().isLoaded();
    }

    @Override
    public Map<String, FeedDefinition> wanted() {
      return site.catalog().view().feeds().living();
    }

    @Override
    public RunningFeed begin(FeedDefinition feed) {
      Tallied tallied =
          tallies.compute(
              feed.name(),
              (_, former) ->
                  former != null && former.generation() == feed.generation()
                      ? former
                      : new Tallied(feed.generation(), new FeedTally()));
      return RunningFeed.start(site, feed, tallied.tally());
    }

    @Override
    public void deleteLeftovers() {
      groups.deleteThoseOfNoFeed();
      Map<String, FeedDefinition> living = wanted();
      tallies.keySet().removeIf(name -> !living.containsKey(name.value()));
    }
  }
}
