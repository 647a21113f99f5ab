package io.messina.features.catalog;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.features.FeatureKey;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All features and feeds as they stood at one moment. Immutable.
 *
 * @param features by {@link FeatureKey#of}
 * @param feeds by name
 * @param feedsGone the last creation of each deleted feed, by name
 * @param unreadable the keys and names of those that this version of Messina cannot read
 */
public record FeatureView(
    NavigableMap<String, FeatureRow> features,
    NavigableMap<String, FeedDefinition> feeds,
    NavigableMap<String, Integer> feedsGone,
    Set<String> unreadable) {

  /** No features. */
  public static final FeatureView EMPTY =
      new FeatureView(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Set.of());

  /** Maps and a set that nobody can change. */
  public FeatureView {
    features = Collections.unmodifiableNavigableMap(features);
    feeds = Collections.unmodifiableNavigableMap(feeds);
    feedsGone = Collections.unmodifiableNavigableMap(feedsGone);
    unreadable = Set.copyOf(unreadable);
  }

  /**
   * A feature.
   *
   * @param name its name
   * @return its present creation
   */
  public Optional<FeatureRow> feature(FeatureName name) {
    return Optional.ofNullable(features.get(FeatureKey.of(name)));
  }

  /**
   * All features.
   *
   * @return by entity type and name
   */
  public List<FeatureDefinition> definitions() {
    return features.entrySet().stream()
        .map(each -> each.getValue().definition(FeatureKey.name(each.getKey())))
        .toList();
  }

  /**
   * Whether a creation of a feed was deleted or replaced, which is final.
   *
   * @param name the feed's name
   * @param generation which creation
   * @return false also if there was never such a feed
   */
  public boolean isFeedOver(String name, int generation) {
    FeedDefinition living = feeds.get(name);
    return living == null
        ? generation <= feedsGone.getOrDefault(name, 0)
        : generation < living.generation();
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
