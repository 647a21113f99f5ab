package io.messina.features;

/** Which version is meant. */
public sealed interface VersionChoice {

  /**
   * A certain one.
   *
   * @param version which
   */
  record Exactly(FeatureVersion version) implements VersionChoice {

    /** The version in quotes. */
    @Override
    public String toString() {
      return version.toString();
    }
  }

  /** The one that was last marked complete; before any was, the default version. */
  record Latest() implements VersionChoice {

    /** What users write. */
    @Override
    public String toString() {
      return FeatureVersion.LATEST;
    }
  }

  /**
   * What users write.
   *
   * @param text {@code latest}, or a version
   * @return the choice
   * @throws FeatureException.Refused where it is neither
   */
  static VersionChoice of(String text) {
    return text.equals(FeatureVersion.LATEST)
        ? new Latest()
        : new Exactly(new FeatureVersion(text));
  }
}
