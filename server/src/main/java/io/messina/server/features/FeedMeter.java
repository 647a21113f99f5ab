package io.messina.server.features;

import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.features.feed.FeedLag;
import io.messina.features.feed.Feeds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Looks at the feeds of this node when somebody asks for metrics. Safe for use by many threads. */
final class FeedMeter {

  private static final double NANOS_PER_SECOND = 1e9;

  private final MeterRegistry registry;
  private final Feeds feeds;
  private final MultiGauge fed;
  private final MultiGauge skipped;
  private final MultiGauge lagEvents;
  private final MultiGauge lagSeconds;

  FeedMeter(MeterRegistry registry, Feeds feeds) {
    this.registry = registry;
    this.feeds = feeds;
    this.fed = gauge("messina.features.fed", "Events that were fed on this node.");
    this.skipped = gauge("messina.features.skipped", "Events that say nothing that could be fed.");
    this.lagEvents = gauge("messina.feed.lag.events", "Events of this node's shards not fed yet.");
    this.lagSeconds = gauge("messina.feed.lag.seconds", "Age of the oldest event not fed yet.");
  }

  /** A feed as it is at one moment. */
  private record Look(FeedDefinition feed, FeedCounts counts, Optional<FeedLag> lag) {}

  /** Looks at all feeds; called before metrics are shown. */
  void refresh() {
    List<Look> looks =
        feeds.list().stream()
            .map(feed -> new Look(feed, feeds.counts(feed.name()), feeds.lag(feed.name())))
            .toList();
    show(fed, looks, look -> Optional.of((double) look.counts().fed()));
    show(skipped, looks, look -> Optional.of((double) look.counts().skipped()));
    show(lagEvents, looks, look -> look.lag().map(lag -> (double) lag.events()));
    show(lagSeconds, looks, look -> look.lag().flatMap(this::seconds));
  }

  /** Nothing if there are events to feed but their age is unknown. */
  private Optional<Double> seconds(FeedLag lag) {
    if (lag.events() == 0) {
      return Optional.of(0.0);
    }
    Instant now = Instant.ofEpochMilli(registry.config().clock().wallTime());
    return lag.oldest()
        .map(time -> Math.max(0, Duration.between(time, now).toNanos() / NANOS_PER_SECOND));
  }

  private static void show(
      MultiGauge gauge, List<Look> looks, Function<Look, Optional<Double>> value) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (Look look : looks) {
      Tags tags = Tags.of("feed", look.feed().name().value());
      value.apply(look).ifPresent(number -> rows.add(MultiGauge.Row.of(tags, number)));
    }
    gauge.register(rows, true);
  }

  private MultiGauge gauge(String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }
}
