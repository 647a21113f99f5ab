package io.messina.api;

/**
 * Result of a deletion of dead letters.
 *
 * @param discarded number of deleted dead letters
 */
public record Discarded(int discarded) {}
