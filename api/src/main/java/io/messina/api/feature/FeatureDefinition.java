package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A feature as the server knows it.
 *
 * @param name what it is called
 * @param options what it is like
 * @param latest the version that was last marked complete
 * @param versions all of them
 * @param tag another one after each change
 */
public record FeatureDefinition(
    @JsonUnwrapped FeatureName name,
    @JsonUnwrapped FeatureOptions options,
    FeatureVersion latest,
    List<FeatureVersion> versions,
    String tag) {}
