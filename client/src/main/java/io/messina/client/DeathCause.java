package io.messina.client;

/** Why an event became a dead letter. */
public enum DeathCause {
  /** Its attempts are used up. */
  EXHAUSTED,
  /** A worker said so. */
  REJECTED,
  /** Its outcome is uncertain, in a group that delivers at most once. */
  UNCERTAIN
}
