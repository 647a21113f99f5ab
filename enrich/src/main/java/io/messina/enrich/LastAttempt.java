package io.messina.enrich;

/**
 * What becomes of the events of a round whose last attempt failed, and of those that fail an
 * enricher.
 */
public enum LastAttempt {
  /** They become dead letters, and their key goes on. */
  DEAD_LETTER,
  /** The enrichment stops, and says why. */
  STOP
}
