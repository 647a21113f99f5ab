package io.messina.runtime.definition;

/**
 * The result of a creation.
 *
 * @param value what exists now
 * @param isNew whether this call created it
 * @param <T> its type
 */
public record Created<T>(T value, boolean isNew) {}
