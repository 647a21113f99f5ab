package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;

/**
 * Leftovers in the store of a deleted version, or of a version of a deleted feature.
 *
 * @param version which version
 * @param type whether it is lists or values
 */
public record SweptFeature(
    @JsonUnwrapped FeatureName name,
    FeatureVersion version,
    @Field("number of the creation of the version, from 1") int generation,
    FeatureKind type,
    @Field("entities with such a list or value") long entities) {

  /**
   * The same with another number of entities.
   *
   * @param count entities with a list or value
   */
  public SweptFeature of(long count) {
    return new SweptFeature(name, version, generation, type, count);
  }
}
