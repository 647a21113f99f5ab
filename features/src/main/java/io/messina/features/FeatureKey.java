package io.messina.features;

import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureVersion;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key of one creation of a version of a feature, with which the partition keys of its contents
 * begin: {@code type#name|version}, followed by {@code ~2} for the second creation of that name,
 * and so on.
 *
 * @param generation which creation of the version it is, from 1
 */
public record FeatureKey(FeatureName name, FeatureVersion version, int generation) {

  private static final Pattern TEXT =
      Pattern.compile("([^#|~]+#[^#|~]+)\\|([^#|~]*)(?:~([0-9]{1,9}))?");

  /**
   * A checked key.
   *
   * @throws IllegalArgumentException if the generation is below 1
   */
  public FeatureKey {
    version = version.exact();
    if (generation < 1) {
      throw new IllegalArgumentException("generation: " + generation + " (expected: from 1)");
    }
  }

  /**
   * A feature's name in one text, which is different for different names.
   *
   * @return {@code type#name}; within the parts {@code #}, {@code |}, {@code ~} and {@code %} are
   *     percent-encoded
   */
  public static String of(FeatureName name) {
    return KeyText.encode(name.entityType()) + "#" + KeyText.encode(name.name());
  }

  /**
   * Reads a feature's name.
   *
   * @param key as {@link #of} wrote it
   * @throws RuntimeException if it is something else
   */
  public static FeatureName name(String key) {
    int hash = key.indexOf('#');
    return new FeatureName(
        KeyText.decode(key.substring(0, hash)), KeyText.decode(key.substring(hash + 1)));
  }

  /**
   * Reads a key.
   *
   * @param text as {@link #text} wrote it
   * @return the key; empty if the text is something else
   */
  public static Optional<FeatureKey> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      FeatureKey key =
          new FeatureKey(
              name(parts.group(1)),
              new FeatureVersion(KeyText.decode(parts.group(2))),
              parts.group(3) == null ? 1 : Integer.parseInt(parts.group(3)));
      return Optional.of(key).filter(read -> read.text().equals(text));
    } catch (IllegalArgumentException | IndexOutOfBoundsException _) {
      return Optional.empty();
    }
  }

  /**
   * The key as it is stored.
   *
   * @return different for different keys
   */
  public String text() {
    return of(name)
        + "|"
        + KeyText.encode(version.text())
        + (generation > 1 ? "~" + generation : "");
  }

  /** The text. */
  @Override
  public String toString() {
    return text();
  }
}
