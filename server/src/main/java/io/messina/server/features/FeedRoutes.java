package io.messina.server.features;

import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.features.node.Features;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.JobMeter;
import io.messina.server.definition.NamedResources;
import io.messina.server.definition.NodeReports;
import io.messina.server.definition.ReportSums;
import io.messina.server.http.Route;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Creates, shows, measures and deletes feeds. */
final class FeedRoutes {

  private static final double NANOS_PER_SECOND = 1e9;

  private static final String NOUN = "feed";

  private final Features features;
  private final NodeReports<FeedDefinition, FeedStatus> reports;

  FeedRoutes(Streams streams, Features features) {
    this.features = features;
    this.reports =
        new NodeReports<>(
            streams,
            NOUN,
            FeedStatus.class,
            name -> features.catalog().feed(new FeedName(name)),
            features.feeds()::status,
            ReportSums.FEEDS);
  }

  List<Route> routes() {
    return new DefinitionRoutes<>(
            DefinitionRoutes.Kind.of("Feed"),
            FeedStatus.class,
            reports::report,
            new NamedResources<>(
                NOUN,
                FeedName::new,
                FeedOptions.class,
                features.feeds()::create,
                features.catalog()::feed,
                this::delete,
                () -> features.catalog().freshView().feeds().living().values()))
        .routes(
            FeedOptions.class,
            "Feeds a feature from a stream, from its oldest event on.",
            "The definition of a feed, and its progress on all nodes since each began.",
            "Ends a feed; what it has written stays.");
  }

  JobMeter<FeedDefinition, FeedStatus> meter(MeterRegistry registry) {
    return new JobMeter<>(
            registry, "messina.", NOUN, features.feeds()::list, features.feeds()::status)
        .total("features.fed", "Events that were fed on this node.", feed -> feed.counts().fed())
        .total(
            "features.skipped",
            "Events that say nothing that could be fed.",
            feed -> feed.counts().skipped())
        .gauge(
            "feed.lag.events",
            "Events of this node's shards not fed yet.",
            feed -> feed.lag().map(Long::doubleValue))
        .gauge(
            "feed.lag.seconds",
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

  private void delete(FeedName name, Precondition precondition) {
    if (!features.feeds().delete(name, precondition)) {
      throw new RequestException.NotFound(
          RequestException.NotFound.Kind.FEATURE,
          "feed: " + name + " (expected: one that was created)");
    }
  }
}
