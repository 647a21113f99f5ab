package io.messina.api.feature;

import io.messina.api.Field;
import io.messina.api.Names;

/**
 * The name of a feature: the type of its entities, and the name within it, as in {@code user} and
 * {@code recent_pages}. Each part has 1 to 128 bytes of UTF-8 without control characters.
 */
public record FeatureName(
    @Field("type of the entities, as in user") String entityType,
    @Field("name of the feature") String name) {

  /** The longest part of a name, in bytes of UTF-8. */
  public static final int PART_BYTES_MAX = 128;

  public FeatureName {
    checkEntityType(entityType);
    Names.checkText("feature", name, PART_BYTES_MAX);
  }

  /**
   * Checks the type of entities.
   *
   * @param entityType 1 to 128 bytes of UTF-8 without control characters
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
