package io.messina.server.features;

import io.messina.features.feed.FeedCounts;
import io.messina.features.node.Features;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.Route;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** All routes about features, and what they measure. Safe for use by many threads. */
public final class FeaturesApi {

  private final Features features;
  private final MultiGauge fed;
  private final MultiGauge skipped;
  private final List<Route> routes;

  /**
   * The API of a feature store.
   *
   * @param features the feature store
   * @param clock the event time of values for which none is given
   * @param registry where measurements go
   */
  public FeaturesApi(Features features, InstantSource clock, MeterRegistry registry) {
    this.features = features;
    this.fed = gauge(registry, "messina.features.fed", "Events that were fed on this node.");
    this.skipped =
        gauge(registry, "messina.features.skipped", "Events that say nothing that could be fed.");
    this.routes =
        Stream.of(
                new FeatureRoutes(features.catalog()).routes(),
                new FeedRoutes(features).routes(),
                new ListRoutes(features).routes(),
                new ItemValueRoutes(features.catalog(), features.lists()).routes(),
                new ValueRoutes(features.catalog(), features.scalars(), clock).routes())
            .flatMap(List::stream)
            .toList();
  }

  /**
   * What it answers.
   *
   * @return for {@link io.messina.server.http.MessinaServer}
   */
  public List<Route> routes() {
    return routes;
  }

  /**
   * What must be so before it can answer.
   *
   * @return for {@link io.messina.server.http.MessinaServer}
   */
  public List<HealthCheck> checks() {
    return List.of(new DefinitionsCheck(features.catalog()));
  }

  /** Brings up to date what is measured only now and then. */
  public void refreshMetrics() {
    refresh(fed, FeedCounts::fed);
    refresh(skipped, FeedCounts::skipped);
  }

  private void refresh(MultiGauge gauge, ToLongFunction<FeedCounts> count) {
    gauge.register(
        features.feeds().list().stream()
            .<MultiGauge.Row<?>>map(
                feed ->
                    MultiGauge.Row.of(
                        Tags.of("feed", feed.name().value()),
                        count.applyAsLong(features.feeds().counts(feed.name()))))
            .toList(),
        true);
  }

  private static MultiGauge gauge(MeterRegistry registry, String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }
}
