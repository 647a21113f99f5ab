package io.messina.server.http;

/**
 * A parameter behind the question mark.
 *
 * @param name as it stands in the URL
 * @param sentence what it means, with unit, bounds and default
 */
public record QueryParameter(String name, String sentence) {}
