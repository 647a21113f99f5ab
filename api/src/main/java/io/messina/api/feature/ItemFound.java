package io.messina.api.feature;

/**
 * Whether an item exists.
 *
 * @param contains whether it is
 */
public record ItemFound(boolean contains) {}
