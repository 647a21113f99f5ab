package io.messina.client;

import java.util.Map;

/**
 * The values of one entity.
 *
 * @param entity whose
 * @param answers by the feature's name, in the order in which they were asked for
 */
public record EntityValues(String entity, Map<String, ValueAnswer> answers) {

  /**
   * What came of one feature.
   *
   * @param feature its name
   * @return the answer
   * @throws IllegalArgumentException where it was not asked for
   */
  public ValueAnswer answer(String feature) {
    ValueAnswer answer = answers.get(feature);
    if (answer == null) {
      throw new IllegalArgumentException(
          "feature: " + feature + " (expected: one of " + answers.keySet() + ")");
    }
    return answer;
  }
}
