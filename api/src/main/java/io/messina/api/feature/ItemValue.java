package io.messina.api.feature;

import io.messina.api.Field;

/**
 * Which items are meant.
 *
 * @param value that they have
 */
public record ItemValue(
    @Field("of the feature's type, also null where that is json") FeatureValue value) {}
