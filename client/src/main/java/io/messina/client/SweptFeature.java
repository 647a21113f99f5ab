package io.messina.client;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a deleted version, or a version of a deleted feature, has left in the store.
 *
 * @param entityType what had the feature
 * @param name what the feature was called
 * @param version which version; empty for the first one
 * @param generation which creation of the version it was, from 1
 * @param kind whether it is lists or values
 * @param entities how many entities had such a list or value
 */
public record SweptFeature(
    String entityType,
    String name,
    String version,
    int generation,
    @JsonProperty("type") FeatureKind kind,
    long entities) {}
