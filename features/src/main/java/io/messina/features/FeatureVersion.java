package io.messina.features;

/**
 * One of the versions of a feature, each with contents of its own.
 *
 * @param text empty for the version that every feature has from the beginning; else up to 128 bytes
 *     of UTF-8 without control characters, and not {@code latest}
 */
public record FeatureVersion(String text) {

  /** What readers write who want the version that was last marked complete. */
  public static final String LATEST = "latest";

  /** The version that a feature has from the beginning. */
  public static final FeatureVersion DEFAULT = new FeatureVersion("");

  /**
   * A checked version.
   *
   * @throws FeatureException.Refused where the text is out of bounds
   */
  public FeatureVersion {
    if (!text.isEmpty()) {
      KeyText.check("version", text, FeatureName.PART_BYTES_MAX);
    }
    if (text.equals(LATEST)) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.BAD_NAME,
          "version: latest (expected: another name, as this one means the newest complete one)");
    }
  }

  /** The version in quotes. */
  @Override
  public String toString() {
    return "\"" + text + "\"";
  }

  String encoded() {
    return KeyText.encode(text);
  }
}
