package io.messina.enrich;

/** The treatment of a row's state that is of a lower generation than the enrichment. */
public enum NewGeneration {
  /**
   * The state stays, and no event of the new generation is included in it, unless positions are of
   * the same stream. This is for a stream that was created again, so that its positions begin
   * again, and that transports events to a lasting state.
   */
  KEEP,
  /** The state is ignored: all states are computed again from the oldest event on. */
  AFRESH
}
