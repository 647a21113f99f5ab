package io.messina.features.list;

/**
 * What became of items that were added.
 *
 * @param stored how many are in the list now, those that were there before included
 * @param expired how many were over on arrival, and were not stored
 */
public record Added(int stored, int expired) {}
