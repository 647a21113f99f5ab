package io.messina.api.feature;

/**
 * How many items there are.
 *
 * @param count in a unique list how many different values
 */
public record ItemCount(long count) {}
