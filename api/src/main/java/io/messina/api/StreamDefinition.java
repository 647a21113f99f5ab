package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A stream in the catalog.
 *
 * @param generation which creation of that name, from 1
 */
public record StreamDefinition(
    StreamName name, int generation, @JsonUnwrapped StreamOptions options, String tag)
    implements Defined {}
