package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A group in the catalog.
 *
 * @param generation which creation of that name, from 1
 * @param stream whose events it consumes
 * @param start where it began
 */
public record GroupDefinition(
    GroupName name,
    int generation,
    StreamName stream,
    Start start,
    @JsonUnwrapped GroupOptions options,
    String tag)
    implements Defined {}
