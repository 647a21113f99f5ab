package io.messina.runtime.definition;

/**
 * The result of a creation.
 *
 * @param value the present value
 * @param isNew whether this call created it
 * @param <T> its type
 */
public record Created<T>(T value, boolean isNew) {}
