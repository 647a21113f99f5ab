package io.messina.server.features;

import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedStatus;
import io.messina.features.contents.FeatureSweep;
import io.messina.features.node.Features;
import io.messina.server.definition.JobMeter;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.Route;
import io.messina.stream.node.Streams;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;

/** All routes and metrics of features. Safe for use by many threads. */
public final class FeaturesApi {

  private final Features features;
  private final JobMeter<FeedDefinition, FeedStatus> feeds;
  private final List<Route> routes;

  /** The API of a feature store. */
  public FeaturesApi(Streams streams, Features features, MeterRegistry registry) {
    this.features = features;
    FeedRoutes feedRoutes = new FeedRoutes(streams, features);
    this.feeds = feedRoutes.meter(registry);
    FunctionCounter.builder("messina.features.swept", features.sweep(), FeatureSweep::deleted)
        .description("Lists and values of deleted features that were deleted on this node.")
        .register(registry);
    this.routes =
        Stream.of(
                new FeatureRoutes(features.catalog()).routes(),
                new SweepRoutes(features.sweep()).routes(),
                feedRoutes.routes(),
                new ListRoutes(features).routes(),
                new ItemValueRoutes(features.catalog(), features.lists()).routes(),
                new ValueRoutes(features.scalars()).routes())
            .flatMap(List::stream)
            .toList();
  }

  /** The routes. */
  public List<Route> routes() {
    return routes;
  }

  /** The checks without which the server is not ready. */
  public List<HealthCheck> checks() {
    return List.of(new DefinitionsCheck(features.catalog()));
  }

  /** Updates gauges; called before metrics are shown. */
  public void refreshMetrics() {
    feeds.refresh();
  }
}
