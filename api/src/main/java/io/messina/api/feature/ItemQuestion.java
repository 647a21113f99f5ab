package io.messina.api.feature;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** Which item is looked for. */
public record ItemQuestion(
    @Field("value of the feature's type; may be null for json") FeatureValue value,
    @Field(ListQuery.MIN_TIME) Optional<Instant> minTime,
    @Field(ListQuery.MAX_TIME) Optional<Instant> maxTime) {}
