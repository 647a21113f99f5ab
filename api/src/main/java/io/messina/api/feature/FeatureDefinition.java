package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import java.util.List;

/**
 * A feature in the catalog.
 *
 * @param latest the version that was last marked complete
 * @param versions all of them
 */
public record FeatureDefinition(
    @JsonUnwrapped FeatureName name,
    @JsonUnwrapped FeatureOptions options,
    FeatureVersion latest,
    List<FeatureVersion> versions,
    String tag)
    implements Defined {}
