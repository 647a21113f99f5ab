package io.messina.server.features;

import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.features.node.Features;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.JobMeter;
import io.messina.server.definition.Resources;
import io.messina.server.http.Route;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Creates, shows, measures and deletes what feeds features from streams. */
final class FeedRoutes implements Resources<FeedOptions, FeedDefinition> {

  private static final double NANOS_PER_SECOND = 1e9;

  private static final DefinitionRoutes.Words WORDS =
      new DefinitionRoutes.Words(
          "Feed",
          "Feeds a feature from a stream, from its oldest event on.",
          "The definition of a feed, and its progress on this node since it began here.",
          "Ends a feed; what it has written stays.");

  private final Features features;

  FeedRoutes(Features features) {
    this.features = features;
  }

  List<Route> routes() {
    return new DefinitionRoutes<>(WORDS, FeedName::new, FeedOptions.class, this).routes();
  }

  JobMeter<FeedDefinition, FeedStatus> meter(MeterRegistry registry) {
    return new JobMeter<>(
            registry, WORDS.segment(), features.feeds()::list, features.feeds()::status)
        .total(
            "messina.features.fed",
            "Events that were fed on this node.",
            feed -> feed.counts().fed())
        .total(
            "messina.features.skipped",
            "Events that say nothing that could be fed.",
            feed -> feed.counts().skipped())
        .gauge(
            "messina.feed.lag.events",
            "Events of this node's shards not fed yet.",
            feed -> feed.lag().map(Long::doubleValue))
        .gauge(
            "messina.feed.lag.seconds",
            "Age of the oldest event not fed yet.",
            feed -> lagSeconds(feed, registry.config().clock().wallTime()));
  }

  /** Nothing if there are events to feed but their age is unknown. */
  private static Optional<Double> lagSeconds(FeedStatus feed, long nowMillis) {
    if (feed.lag().filter(events -> events == 0).isPresent()) {
      return Optional.of(0.0);
    }
    Instant now = Instant.ofEpochMilli(nowMillis);
    return feed.oldestUnfed()
        .map(time -> Math.max(0, Duration.between(time, now).toNanos() / NANOS_PER_SECOND));
  }

  @Override
  public Created<FeedDefinition> put(String name, FeedOptions options, Precondition precondition) {
    return features.feeds().create(new FeedName(name), options, precondition);
  }

  @Override
  public FeedDefinition find(String name) {
    return features.catalog().feed(new FeedName(name));
  }

  @Override
  public void delete(String name, Precondition precondition) {
    if (!features.feeds().delete(new FeedName(name), precondition)) {
      throw new RequestException.NotFound(
          RequestException.NotFound.Kind.FEATURE,
          "feed: " + name + " (expected: one that was created)");
    }
  }

  @Override
  public Collection<FeedDefinition> all() {
    return features.catalog().freshView().feeds().living().values();
  }

  @Override
  public Record shown(FeedDefinition feed) {
    return features.feeds().status(feed);
  }
}
