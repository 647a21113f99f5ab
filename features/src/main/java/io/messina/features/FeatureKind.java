package io.messina.features;

/** What an entity has of a feature. */
public enum FeatureKind {
  /** Many items, each with a time and a value. */
  LIST,
  /** The one value with the newest event time. */
  SCALAR
}
