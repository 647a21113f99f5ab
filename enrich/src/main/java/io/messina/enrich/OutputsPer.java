package io.messina.enrich;

/** How many outputs an {@link Enricher} gives. */
public enum OutputsPer {
  /** Exactly one for each event, in their order. */
  EVENT,
  /** At most one for all events that were applied by one write; it belongs to the last of them. */
  ROUND
}
