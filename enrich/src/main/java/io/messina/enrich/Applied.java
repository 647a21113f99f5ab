package io.messina.enrich;

/** Whether the event of a dead letter has changed the state of its key. */
public enum Applied {
  /** It has not, and will not: appending it again applies it once. */
  NO,
  /**
   * A write with it was sent and never answered, or may have been by a former process: it may be
   * applied, or become so until the next write of the key. Look at the state before appending it
   * again.
   */
  UNKNOWN,
  /** It has; only its output is missing. */
  YES
}
