package io.messina.enrich;

/** The treatment of an event whose key already has the maximum number of waiting events. */
public enum KeyFull {
  /** It is not taken, and so neither is any event behind it, until there is room. */
  BLOCK,
  /** It becomes a dead letter. */
  DEAD_LETTER,
  /** The enrichment stops, and says why. */
  FAIL
}
