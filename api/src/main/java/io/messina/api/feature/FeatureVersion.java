package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;
import io.messina.api.WireException;

/**
 * A version of a feature. Each version has separate contents.
 *
 * @param text empty for the version that every feature has from the beginning; {@code latest} for
 *     the one that was last marked complete; else up to 128 bytes of UTF-8 without control
 *     characters
 */
public record FeatureVersion(String text) {

  /** The version that a feature has from the beginning. */
  public static final FeatureVersion FIRST = new FeatureVersion("");

  /** The one that was last marked complete; before any was, the first one. */
  public static final FeatureVersion LATEST = new FeatureVersion("latest");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public FeatureVersion {
    if (!text.isEmpty()) {
      Names.checkText("version", text, FeatureName.PART_BYTES_MAX);
    }
  }

  /**
   * A version that stays the same, so not {@code latest}.
   *
   * @param text as above, but not {@code latest}
   */
  public static FeatureVersion exactly(String text) {
    return new FeatureVersion(text).exact();
  }

  /** Refuses the latest version, which may mean another one later. */
  public FeatureVersion exact() {
    if (isLatest()) {
      throw new WireException(
          WireException.Fault.BAD_NAME,
          "version: latest (expected: another name, as this one means the newest complete one)");
    }
    return this;
  }

  /** Whether it is {@link #LATEST}. */
  public boolean isLatest() {
    return text.equals("latest");
  }

  /**
   * The version in a sentence, if an empty one shall be seen.
   *
   * @return in quotes, but for the latest
   */
  public String quoted() {
    return isLatest() ? text : "\"" + text + "\"";
  }

  /** The text. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
