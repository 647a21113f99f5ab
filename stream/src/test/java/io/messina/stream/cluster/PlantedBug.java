package io.messina.stream.cluster;

/** What is done wrong on purpose between a node and its surroundings, to see it found. */
enum PlantedBug {
  /** All is as it should be. */
  NOTHING(""),
  /** Writes whatever fence stands. */
  DROPS_THE_FENCE("believed applied"),
  /** Takes a fenced write without an answer for applied. */
  BELIEVES_UNANSWERED_FENCED_WRITES("sent back behind its commit"),
  /** Takes a fenced write without an answer for one that never applies. */
  FORGETS_UNANSWERED_FENCED_WRITES(""),
  /** Answers appends before they are durable. */
  ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS("acknowledged and lost"),
  /** Believes beats confirmed that nobody sees. */
  CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN(""),
  /** Cuts a lane one row before its end. */
  READS_LANES_SHORT_OF_THEIR_END("acknowledged behind a cut"),
  /** Takes a shard over without what its claim groups have given out. */
  RESTORES_NO_DELIVERY_STATE("one claim number given twice"),
  /** Says that dead letters are written, and writes none. */
  WRITES_NO_DEAD_LETTERS("not among the dead letters"),
  /** Sends an append to another node again that may have happened. */
  REPEATS_UNANSWERED_APPENDS("twice in the log"),
  /** Says that an ack is done which another node did not answer. */
  BELIEVES_UNANSWERED_ACKS("although it was done"),
  /** Shows what was appended to a stream that is deleted in the one that is created anew. */
  SHOWS_FORMER_CREATIONS("read from a former creation"),
  /** Takes any receipt for good. */
  TAKES_RECEIPTS_OF_FORMER_CREATIONS("a receipt of a former creation was good");

  /** What has to be said of it; nothing where a second rule covers it. */
  final String shownBy;

  PlantedBug(String shownBy) {
    this.shownBy = shownBy;
  }
}
