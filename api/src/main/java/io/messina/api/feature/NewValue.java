package io.messina.api.feature;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * A value to put.
 *
 * @param value of the feature's type
 * @param time the event time, from 1970-01-02 to a day ahead; empty for now
 */
public record NewValue(
    @Field("of the feature's type") FeatureValue value,
    @Field("the event time; by default now") Optional<Instant> time) {}
