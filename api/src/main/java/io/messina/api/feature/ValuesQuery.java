package io.messina.api.feature;

import io.messina.api.Field;
import java.util.List;

/** Which values to read. */
public record ValuesQuery(
    @Field("type of the entities") String entityType,
    @Field(value = "names of the features", min = "1", max = "100") List<String> features,
    @Field(value = "version of each feature; by default the first one", otherwise = "")
        FeatureVersion version,
    @Field(value = "entities whose values are read", min = "1", max = "100")
        List<EntityId> entities) {}
