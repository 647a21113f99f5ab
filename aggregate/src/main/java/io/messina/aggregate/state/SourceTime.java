package io.messina.aggregate.state;

/**
 * The progress of a shard that sends its events on to others.
 *
 * @param next its first position whose event was not sent on yet, packed
 * @param watermarkMillis the latest time of one of its events; the lowest long before the first one
 * @param rests whether it has nothing more for now, so that no shard need wait for it
 */
public record SourceTime(long next, long watermarkMillis, boolean rests) {

  /** Before anything was heard of it. */
  static final SourceTime UNHEARD = new SourceTime(0, Long.MIN_VALUE, false);

  /**
   * Adds a report, perhaps a late one of a former owner.
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
