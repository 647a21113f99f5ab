package io.messina.features;

/**
 * What a feature is called: what it is about, and its own name, as in {@code user} and {@code
 * recent_pages}.
 *
 * @param entityType what has the feature: 1 to 128 bytes of UTF-8 without control characters
 * @param name of the feature, within the same bounds
 */
public record FeatureName(String entityType, String name) {

  /** The longest part of a name, in bytes of UTF-8. */
  public static final int PART_BYTES_MAX = 128;

  /**
   * A checked name.
   *
   * @throws FeatureException.Refused where a part is out of its bounds
   */
  public FeatureName {
    KeyText.check("entity type", entityType, PART_BYTES_MAX);
    KeyText.check("feature", name, PART_BYTES_MAX);
  }

  /**
   * Both parts in one text, which is different for different names.
   *
   * @return {@code type#name}; within the parts {@code #}, {@code |}, {@code ~} and {@code %} are
   *     percent-encoded
   */
  public String key() {
    return KeyText.encode(entityType) + "#" + KeyText.encode(name);
  }

  /**
   * Reads a key.
   *
   * @param key as {@link #key} wrote it
   * @return the name
   * @throws RuntimeException where it is something else
   */
  public static FeatureName ofKey(String key) {
    int hash = key.indexOf('#');
    return new FeatureName(
        KeyText.decode(key.substring(0, hash)), KeyText.decode(key.substring(hash + 1)));
  }

  /** As in {@code user/recent_pages}. */
  @Override
  public String toString() {
    return entityType + "/" + name;
  }
}
