package io.messina.enrich;

/** What becomes of the state of a row that is of a lower generation than the enrichment. */
public enum NewGeneration {
  /**
   * It stays, and no event of the new generation is included in it, unless positions are those of
   * the same stream. So it is after a stream was created again, whose positions begin anew, and
   * which is the transport to a state that lasts.
   */
  KEEP,
  /** It counts as none: all states are computed anew from the oldest event on. */
  AFRESH
}
