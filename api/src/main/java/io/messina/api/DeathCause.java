package io.messina.api;

import java.util.Locale;

/** Why an event became a dead letter. */
public enum DeathCause {
  /** All attempts failed, ran out of time, or ended with their process. */
  EXHAUSTED,
  /** A worker, or the receiver of a sink, rejected it for good. */
  REJECTED,
  /** It was handed out once, in a group that delivers at most once, and its outcome is unknown. */
  UNCERTAIN,
  /** An enrichment could not apply it to the state of its key. */
  ENRICH,
  /** The state of its key could not be read. */
  READ,
  /** The state of its key could not be written. */
  WRITE,
  /** Too many events of its key waited. */
  KEY_FULL;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
