package io.messina.api.feature;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * Which item is looked for.
 *
 * @param value that it has
 * @param minTime the first time; empty from the beginning
 * @param maxTime the first time that is too late; empty to the end
 */
public record ItemQuestion(
    @Field("of the feature's type, also null where that is json") FeatureValue value,
    @Field(ListQuery.MIN_TIME) Optional<Instant> minTime,
    @Field(ListQuery.MAX_TIME) Optional<Instant> maxTime) {}
