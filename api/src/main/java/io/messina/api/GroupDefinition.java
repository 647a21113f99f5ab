package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A group as the server knows it.
 *
 * @param name what it is called
 * @param generation which creation of that name, from 1
 * @param stream whose events it consumes
 * @param start where it began
 * @param options how it hands out
 * @param tag another one after each change
 */
public record GroupDefinition(
    GroupName name,
    int generation,
    StreamName stream,
    Start start,
    @JsonUnwrapped GroupOptions options,
    String tag) {}
