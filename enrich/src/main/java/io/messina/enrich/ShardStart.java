package io.messina.enrich;

/**
 * Where an enrichment of a shard begins.
 *
 * @param generation of the stream or of the enrichment, the higher the later: rows of a lower one
 *     count as none, and one of a higher one stops it. So a stream that is created again starts
 *     afresh, and so does a rebuild
 * @param from the position of the first event that will be offered: up to where a former process
 *     has committed
 * @param formerTo the last position that a former process may have been offered; below {@code from}
 *     if there was none, {@link Long#MAX_VALUE} if it may still be reading. Its writes may arrive
 *     late, so whether such an event is applied is unknown if it has to be set aside
 * @param comparing whether writes compare the row with the one expected, as {@link
 *     KeyedStateClient#isComparing} says
 */
public record ShardStart(long generation, long from, long formerTo, boolean comparing) {

  /**
   * With writes that need not compare.
   *
   * @param generation as above
   * @param from as above
   * @param formerTo as above
   */
  public ShardStart(long generation, long from, long formerTo) {
    this(generation, from, formerTo, false);
  }
}
