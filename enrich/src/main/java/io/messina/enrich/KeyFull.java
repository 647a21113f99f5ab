package io.messina.enrich;

/** What becomes of an event whose key has as many waiting as it may. */
public enum KeyFull {
  /** It is not taken, and so neither is any event behind it, until there is room. */
  BLOCK,
  /** It becomes a dead letter. */
  DEAD_LETTER,
  /** The enrichment stops, and says why. */
  FAIL
}
