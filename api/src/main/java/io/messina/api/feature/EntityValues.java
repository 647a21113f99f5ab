package io.messina.api.feature;

import java.util.Map;

/**
 * The values of one entity.
 *
 * @param entity whose
 * @param features what came of each feature, by its name, in the order in which they were asked for
 */
public record EntityValues(EntityId entity, Map<String, ValueAnswer> features) {

  /**
   * What came of one feature.
   *
   * @param feature its name
   * @return the answer
   * @throws IllegalArgumentException if it was not asked for
   */
  public ValueAnswer answer(String feature) {
    ValueAnswer answer = features.get(feature);
    if (answer == null) {
      throw new IllegalArgumentException(
          "feature: " + feature + " (expected: one of " + features.keySet() + ")");
    }
    return answer;
  }
}
