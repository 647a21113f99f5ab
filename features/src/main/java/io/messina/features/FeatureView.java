package io.messina.features;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.runtime.definition.Generations;
import java.util.List;
import java.util.Optional;

/**
 * All features and feeds at one moment. Immutable.
 *
 * @param features by {@link FeatureKey#of}
 * @param feeds by name
 */
public record FeatureView(Generations<FeatureRow> features, Generations<FeedDefinition> feeds) {

  /** Returns the present creation of a feature. */
  public Optional<FeatureRow> feature(FeatureName name) {
    return features.find(FeatureKey.of(name));
  }

  /** Returns all features, by entity type and name. */
  public List<FeatureDefinition> definitions() {
    return features.living().entrySet().stream()
        .map(each -> each.getValue().definition(FeatureKey.name(each.getKey())))
        .toList();
  }

  /** Returns the present creation of a feed. */
  public Optional<FeedDefinition> feed(FeedName name) {
    return feeds.find(name.value());
  }
}
