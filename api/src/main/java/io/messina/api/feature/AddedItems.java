package io.messina.api.feature;

/**
 * What became of items.
 *
 * @param stored how many are there now
 * @param expired how many were over already, and are not stored
 */
public record AddedItems(long stored, long expired) {}
