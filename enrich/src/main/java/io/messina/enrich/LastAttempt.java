package io.messina.enrich;

/**
 * The treatment of the events of a round whose last attempt failed, and of events that fail in an
 * enricher.
 */
public enum LastAttempt {
  /** They become dead letters, and their key continues. */
  DEAD_LETTER,
  /** The enrichment stops, and says why. */
  STOP
}
