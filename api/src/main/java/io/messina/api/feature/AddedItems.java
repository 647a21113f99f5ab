package io.messina.api.feature;

/**
 * Result of adding items.
 *
 * @param stored items that are stored now
 * @param expired items that had already expired and are not stored
 */
public record AddedItems(long stored, long expired) {}
