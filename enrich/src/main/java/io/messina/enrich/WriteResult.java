package io.messina.enrich;

/** What a database answers to a fenced write. */
public enum WriteResult {
  /** The row stands as written. */
  APPLIED,
  /** Another row stands than was expected. Nothing was written; the row has to be read again. */
  CONFLICT
}
