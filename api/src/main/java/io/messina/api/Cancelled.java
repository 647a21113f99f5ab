package io.messina.api;

/**
 * Whether a delayed event was cancelled.
 *
 * @param cancelled false if it no longer exists, because it was appended or cancelled before
 */
public record Cancelled(boolean cancelled) {}
