package io.messina.store;

/**
 * The order in which the rows of a partition are kept, one for all clustering columns of a table,
 * and read unless a scan is reversed.
 */
public enum ClusteringOrder {
  /** Smallest values first. */
  ASCENDING,
  /** Largest values first. */
  DESCENDING
}
