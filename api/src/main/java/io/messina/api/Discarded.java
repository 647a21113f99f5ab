package io.messina.api;

/**
 * What a deletion of dead letters has done.
 *
 * @param discarded how many were there
 */
public record Discarded(int discarded) {}
