package io.messina.api.feature;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** A value to put. */
public record NewValue(
    @Field("value of the feature's type") FeatureValue value,
    @Field("event time; by default now") Optional<Instant> time) {}
