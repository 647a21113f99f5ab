package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;

/**
 * What a deleted version, or a version of a deleted feature, has left in the store.
 *
 * @param name what the feature was called
 * @param version which version
 * @param generation which creation of the version it was, from 1
 * @param type whether it is lists or values
 * @param entities how many entities had such a list or value
 */
public record SweptFeature(
    @JsonUnwrapped FeatureName name,
    FeatureVersion version,
    @Field("which creation of the version it was, from 1") int generation,
    FeatureKind type,
    @Field("how many had a list or value") long entities) {

  /**
   * The same with another number of entities.
   *
   * @param count how many had such a list or value
   * @return what they have left
   */
  public SweptFeature of(long count) {
    return new SweptFeature(name, version, generation, type, count);
  }
}
