package io.messina.features.node;

import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.features.FeatureCatalog;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.job.JobReport;
import io.messina.runtime.job.RunningJobs;
import io.messina.stream.node.Streams;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The feeds. On each node a feed has a follower of the stream's shards that the node owns. A group
 * {@code features.NAME.GENERATION} of the stream keeps the position of a feed; after a seek the
 * events are read again, which changes nothing. Safe for use by many threads.
 */
public final class Feeds implements AutoCloseable {

  private final Context context;
  private final Streams streams;
  private final FedFeatures features;
  private final FeatureCatalog catalog;
  private final FeedGroups groups;
  private final Map<FeedName, Tallied> tallies = new ConcurrentHashMap<>();
  private final RunningJobs<FeedDefinition, RunningFeed> running;

  /** The counts of a creation of a feed, which continue when its options are changed. */
  private record Tallied(int generation, FeedTally tally) {}

  Feeds(Context context, Streams streams, FedFeatures features) {
    this.context = context;
    this.streams = streams;
    this.features = features;
    this.catalog = features.catalog();
    this.groups = new FeedGroups(streams, catalog);
    this.running = new RunningJobs<>(context, "feed", new Work());
  }

  /** Begins to run feeds as the catalog says, and does not wait. Call it once. */
  public void start() {
    running.start();
  }

  /**
   * Creates a feed with these options, or changes it to them. A new one begins with the oldest
   * event; it runs on all nodes within about a second.
   *
   * @return the feed, and whether this call created it
   * @throws RequestException.NotFound if the feature, the version or the stream does not exist
   * @throws RequestException.Refused if it exists with another stream, or 200 feeds exist
   */
  public Created<FeedDefinition> create(FeedName name, FeedOptions options) {
    return create(name, options, Precondition.NONE);
  }

  /**
   * As {@link #create(FeedName, FeedOptions)}, under a precondition, whose exceptions this throws.
   */
  public Created<FeedDefinition> create(
      FeedName name, FeedOptions options, Precondition precondition) {
    var _ = streams.stream(options.stream());
    return catalog.putFeed(name, options, precondition);
  }

  /**
   * Deletes a feed and its group, and waits until it has ended on this node. The contents that it
   * has written stay.
   *
   * @return whether it existed
   */
  public boolean delete(FeedName name) {
    return delete(name, Precondition.NONE);
  }

  /** As {@link #delete(FeedName)}, under a precondition, whose exceptions this throws. */
  public boolean delete(FeedName name, Precondition precondition) {
    return running.end(name.value(), () -> catalog.deleteFeed(name, precondition));
  }

  /** Returns the feeds, in the order of their names. */
  public List<FeedDefinition> list() {
    return List.copyOf(catalog.view().feeds().living().values());
  }

  /** Returns the state of a feed on this node, and its counts. */
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
      return Optional.empty(); // deleted in the meantime
    }
  }

  /** Returns the counts of a feed on this node. */
  public FeedCounts counts(FeedName name) {
    return Optional.ofNullable(tallies.get(name))
        .map(it -> it.tally().read())
        .orElse(FeedCounts.NONE);
  }

  /**
   * Whether a feed has handled all events that were appended before the call, on all nodes.
   *
   * @return false also if an owner does not answer, or the feed or the stream does not exist
   * @throws RequestException.Unavailable if the store does not answer
   */
  public boolean isDrained(FeedName name) {
    return catalog.freshView().feed(name).filter(groups::isDrained).isPresent();
  }

  /** Ends the feeds here, once the events at hand are fed. A repeat changes nothing. */
  @Override
  public void close() {
    running.close();
  }

  private final class Work implements RunningJobs.Work<FeedDefinition, RunningFeed> {

    @Override
    public boolean isLoaded() {
      return catalog.isLoaded();
    }

    @Override
    public Map<String, FeedDefinition> wanted() {
      return catalog.view().feeds().living();
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
      return RunningFeed.start(
          context, streams.stream(feed.options().stream()), features, feed, tallied.tally());
    }

    @Override
    public void deleteLeftovers() {
      groups.deleteThoseOfNoFeed();
      Map<String, FeedDefinition> living = wanted();
      tallies.keySet().removeIf(name -> !living.containsKey(name.value()));
    }
  }
}
