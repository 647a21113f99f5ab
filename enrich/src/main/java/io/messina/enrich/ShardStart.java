package io.messina.enrich;

/**
 * Where an enrichment of a shard begins.
 *
 * @param generation of the stream or of the enrichment, the higher the later: a row of a higher one
 *     stops it
 * @param from the position of the first event that will be offered: up to where a former process
 *     has committed
 * @param formerTo the last position that a former process may have been offered; below {@code from}
 *     if there was none, {@link Long#MAX_VALUE} if it may still be reading. Its writes may arrive
 *     late, so whether such an event is applied is unknown if it must be set aside
 * @param comparing whether writes compare the row with the one expected, as {@link
 *     KeyedStateClient#isComparing} says
 * @param lower the treatment of rows of a lower generation
 * @param positionsFrom the lowest generation in which positions mean the same events: if rows of a
 *     lower generation stay, the events included by rows from this generation on count as included
 */
public record ShardStart(
    long generation,
    long from,
    long formerTo,
    boolean comparing,
    NewGeneration lower,
    long positionsFrom) {

  /**
   * Makes a start whose positions begin again in each generation.
   *
   * @param generation as above
   * @param from as above
   * @param formerTo as above
   * @param comparing as above
   * @param lower as above
   */
  public ShardStart(
      long generation, long from, long formerTo, boolean comparing, NewGeneration lower) {
    this(generation, from, formerTo, comparing, lower, generation);
  }

  /**
   * With rows of lower generations that count as none.
   *
   * @param generation as above
   * @param from as above
   * @param formerTo as above
   * @param comparing as above
   */
  public ShardStart(long generation, long from, long formerTo, boolean comparing) {
    this(generation, from, formerTo, comparing, NewGeneration.AFRESH);
  }

  /**
   * With writes that need not compare, too.
   *
   * @param generation as above
   * @param from as above
   * @param formerTo as above
   */
  public ShardStart(long generation, long from, long formerTo) {
    this(generation, from, formerTo, false);
  }
}
