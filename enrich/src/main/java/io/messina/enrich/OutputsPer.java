package io.messina.enrich;

/** The unit to which an output of an {@link Enricher} belongs: an event, or a round. */
public enum OutputsPer {
  /** Exactly one for each event, in their order. */
  EVENT,
  /** At most one for all events that were applied by one write; it belongs to the last of them. */
  ROUND
}
