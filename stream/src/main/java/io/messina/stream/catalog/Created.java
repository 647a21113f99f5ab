package io.messina.stream.catalog;

/**
 * What became of a wish to create something.
 *
 * @param value what is there now
 * @param isNew whether this wish made it
 * @param <T> what it is
 */
public record Created<T>(T value, boolean isNew) {}
