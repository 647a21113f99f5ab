package io.messina.api.feature;

import io.messina.api.Field;
import java.util.List;

/**
 * Which values to read.
 *
 * @param entityType what has the features
 * @param features which: 1 to 100
 * @param version which version of each
 * @param entities whose: 1 to 100
 */
public record ValuesQuery(
    @Field("what has the features") String entityType,
    @Field(value = "which features", min = "1", max = "100") List<String> features,
    @Field(value = "which version of each; by default the first one", otherwise = "")
        FeatureVersion version,
    @Field(value = "whose values", min = "1", max = "100") List<EntityId> entities) {}
