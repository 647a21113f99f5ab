package io.messina.features;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All features and feeds as they stood at one moment. Immutable.
 *
 * @param features by {@link FeatureName#key}
 * @param feeds by name
 * @param unreadable the keys and names of those that this version of Messina cannot read
 */
public record FeatureView(
    NavigableMap<String, FeatureDefinition> features,
    NavigableMap<String, FeedDefinition> feeds,
    Set<String> unreadable) {

  /** No features. */
  public static final FeatureView EMPTY =
      new FeatureView(new TreeMap<>(), new TreeMap<>(), Set.of());

  /** Maps and a set that nobody can change. */
  public FeatureView {
    features = Collections.unmodifiableNavigableMap(features);
    feeds = Collections.unmodifiableNavigableMap(feeds);
    unreadable = Set.copyOf(unreadable);
  }

  /**
   * A feature.
   *
   * @param name its name
   * @return its present creation
   */
  public Optional<FeatureDefinition> feature(FeatureName name) {
    return Optional.ofNullable(features.get(name.key()));
  }

  /**
   * A feed.
   *
   * @param name its name
   * @return its present creation
   */
  public Optional<FeedDefinition> feed(FeedName name) {
    return Optional.ofNullable(feeds.get(name.value()));
  }
}
