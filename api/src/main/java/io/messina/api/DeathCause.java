package io.messina.api;

import java.util.Locale;

/** Why an event became a dead letter. */
public enum DeathCause {
  /** All attempts failed, ran out of time, or ended with their process. */
  EXHAUSTED,
  /** A worker said that no attempt will do. */
  REJECTED,
  /**
   * It was handed out once, in a group that delivers at most once, and nobody knows its outcome.
   */
  UNCERTAIN;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
