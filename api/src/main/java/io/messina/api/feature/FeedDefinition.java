package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;

/**
 * A feed that was created.
 *
 * @param name its name
 * @param generation which creation under this name, from 1
 * @param options what it does
 * @param tag another one after each change
 */
public record FeedDefinition(
    FeedName name, int generation, @JsonUnwrapped FeedOptions options, String tag)
    implements Defined {}
