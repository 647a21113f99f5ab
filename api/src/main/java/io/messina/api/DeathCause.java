package io.messina.api;

import java.util.Locale;

/** Why an event became a dead letter. */
public enum DeathCause {
  /** All attempts failed, ran out of time, or ended with their process. */
  EXHAUSTED,
  /** A worker, or who gets the events of a sink, said that no attempt will do. */
  REJECTED,
  /**
   * It was handed out once, in a group that delivers at most once, and nobody knows its outcome.
   */
  UNCERTAIN,
  /** An enrichment could not apply it to the state of its key. */
  ENRICH,
  /** The state of its key could not be read. */
  READ,
  /** The state of its key could not be written. */
  WRITE,
  /** As many events of its key waited as may. */
  KEY_FULL;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
