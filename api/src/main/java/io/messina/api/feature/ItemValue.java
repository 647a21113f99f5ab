package io.messina.api.feature;

import io.messina.api.Field;

/** Which items are meant. */
public record ItemValue(
    @Field("value of the feature's type; may be null for json") FeatureValue value) {}
