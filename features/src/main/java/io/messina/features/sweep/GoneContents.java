package io.messina.features.sweep;

import io.messina.features.FeatureKey;
import io.messina.features.FeatureKind;

/**
 * What is left of a deleted version, or of a version of a deleted feature.
 *
 * @param key which creation it was
 * @param kind whether it is lists or values
 * @param entities how many entities have such a list or value
 */
public record GoneContents(FeatureKey key, FeatureKind kind, int entities) {}
