package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;

/**
 * A feed that was created.
 *
 * @param generation which creation under this name, from 1
 */
public record FeedDefinition(
    FeedName name, int generation, @JsonUnwrapped FeedOptions options, String tag)
    implements Defined {}
