package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A stream as the server knows it.
 *
 * @param name what it is called
 * @param generation which creation of that name, from 1
 * @param options what it is like
 * @param tag another one after each change
 */
public record StreamDefinition(
    StreamName name, int generation, @JsonUnwrapped StreamOptions options, String tag) {}
