package io.messina.features;

import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureVersion;

/** A feature in one of its versions, as users name it. */
public record FeatureRef(FeatureName name, FeatureVersion version) {

  /**
   * A feature in its default version.
   *
   * @param entityType the type of the entities that have it
   * @param name its own name
   * @throws io.messina.api.WireException if a part is out of its bounds
   */
  public static FeatureRef of(String entityType, String name) {
    return of(new FeatureName(entityType, name));
  }

  /** A feature in its default version. */
  public static FeatureRef of(FeatureName name) {
    return new FeatureRef(name, FeatureVersion.FIRST);
  }

  /** The same feature in another version. */
  public FeatureRef in(FeatureVersion version) {
    return new FeatureRef(name, version);
  }

  /** The same feature in the version that was last marked complete. */
  public FeatureRef inLatest() {
    return new FeatureRef(name, FeatureVersion.LATEST);
  }

  /** As in {@code user/recent_pages in version "v2"}. */
  @Override
  public String toString() {
    return name + " in version " + version.quoted();
  }
}
