package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.Names;

/**
 * What a feature is called: what it is about, and its own name, as in {@code user} and {@code
 * recent_pages}.
 *
 * @param entityType what has the feature: 1 to 128 bytes of UTF-8 without control characters
 * @param name of the feature, within the same bounds
 */
public record FeatureName(
    @Field("what has the feature") String entityType,
    @Field("what the feature is called") String name) {

  /** The longest part of a name, in bytes of UTF-8. */
  public static final int PART_BYTES_MAX = 128;

  /**
   * A checked name.
   *
   * @throws io.messina.api.WireException if a part is out of its bounds
   */
  public FeatureName {
    checkEntityType(entityType);
    Names.checkText("feature", name, PART_BYTES_MAX);
  }

  /**
   * Checks the type of entities.
   *
   * @param entityType 1 to 128 bytes of UTF-8 without control characters
   * @throws io.messina.api.WireException if it is something else
   */
  public static void checkEntityType(String entityType) {
    Names.checkText("entity type", entityType, PART_BYTES_MAX);
  }

  /** As in {@code user/recent_pages}. */
  @Override
  public String toString() {
    return entityType + "/" + name;
  }
}
