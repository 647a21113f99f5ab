package io.messina.features;

/**
 * A feature in one of its versions, as users name it.
 *
 * @param name its name
 * @param version which version
 */
public record FeatureRef(FeatureName name, VersionChoice version) {

  /**
   * A feature in its default version.
   *
   * @param entityType what has it
   * @param name its own name
   * @return the reference
   * @throws FeatureException.Refused where a part is out of its bounds
   */
  public static FeatureRef of(String entityType, String name) {
    return of(new FeatureName(entityType, name));
  }

  /**
   * A feature in its default version.
   *
   * @param name its name
   * @return the reference
   */
  public static FeatureRef of(FeatureName name) {
    return new FeatureRef(name, new VersionChoice.Exactly(FeatureVersion.DEFAULT));
  }

  /**
   * The same feature in another version.
   *
   * @param version which
   * @return the reference
   */
  public FeatureRef in(FeatureVersion version) {
    return new FeatureRef(name, new VersionChoice.Exactly(version));
  }

  /**
   * The same feature in the version that was last marked complete.
   *
   * @return the reference
   */
  public FeatureRef inLatest() {
    return new FeatureRef(name, new VersionChoice.Latest());
  }

  /** As in {@code user/recent_pages in version "v2"}. */
  @Override
  public String toString() {
    return name + " in version " + version;
  }
}
