package io.messina.api.feature;

import java.util.Map;

/**
 * The values of one entity.
 *
 * @param entity whose
 * @param features result of each feature by name, in the order of the request
 */
public record EntityValues(EntityId entity, Map<String, ValueAnswer> features) {

  /** The result of one feature. */
  public ValueAnswer answer(String feature) {
    ValueAnswer answer = features.get(feature);
    if (answer == null) {
      throw new IllegalArgumentException(
          "feature: " + feature + " (expected: one of " + features.keySet() + ")");
    }
    return answer;
  }
}
