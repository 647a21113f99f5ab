package io.messina.api.feature;

/**
 * The number of items.
 *
 * @param count in a unique list how many different values
 */
public record ItemCount(long count) {}
