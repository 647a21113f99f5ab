package io.messina.store;

/**
 * How the writes of a table are ordered. The two are never mixed in one table: databases order
 * plain writes by clock and conditional ones by ballot.
 */
public enum TableKind {
  /** Unconditional writes; the newest write timestamp wins, row by row. Rows may expire. */
  PLAIN,
  /**
   * Conditional writes, each naming the {@link Fence} it expects and the one it sets; rows never
   * expire.
   */
  FENCED
}
