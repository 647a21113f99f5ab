package io.messina.enrich;

/** The answer of a database to a fenced write. */
public enum WriteResult {
  /** The row was written. */
  APPLIED,
  /**
   * The present row differs from the expected one. Nothing was written; the row has to be read
   * again.
   */
  CONFLICT
}
