package io.messina.api;

/**
 * What became of the cancelling of a delayed event.
 *
 * @param cancelled false if it is not there any more, as it was appended or cancelled before
 */
public record Cancelled(boolean cancelled) {}
