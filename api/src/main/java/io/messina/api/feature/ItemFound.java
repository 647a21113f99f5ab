package io.messina.api.feature;

/**
 * Whether an item is there.
 *
 * @param contains whether it is
 */
public record ItemFound(boolean contains) {}
