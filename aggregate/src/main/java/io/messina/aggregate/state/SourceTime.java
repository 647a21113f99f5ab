package io.messina.aggregate.state;

/**
 * The progress of a shard that sends its events on to others.
 *
 * @param next the first position of that shard whose event was not sent on yet, packed
 * @param watermarkMillis the latest time of an event of that shard; the lowest long before the
 *     first one
 * @param rests whether it has nothing more for now, so that no shard needs to wait for it
 */
public record SourceTime(long next, long watermarkMillis, boolean rests) {

  /** Before anything was heard of it. */
  static final SourceTime UNHEARD = new SourceTime(0, Long.MIN_VALUE, false);

  /**
   * Adds a later word, or one of a former owner that comes late.
   *
   * @param heard of the same shard
   */
  public SourceTime and(SourceTime heard) {
    return new SourceTime(
        Math.max(next, heard.next),
        Math.max(watermarkMillis, heard.watermarkMillis),
        heard.next < next ? rests : heard.rests);
  }
}
