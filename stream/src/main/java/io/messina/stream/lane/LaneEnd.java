package io.messina.stream.lane;

/**
 * The end of a lane whose owner is deposed: the cut, which the next owner records with its fence
 * before it shows or acknowledges anything. A row counts if its first sequence is below the cut.
 *
 * @param lane the lane
 * @param cut the sequence after the last event found; 0 if there is none
 * @param nextAppendMicros the least append time of the next lane; 0 if no row is left that tells it
 * @param damaged whether the row before the cut could not be read. The row then stays damaged for
 *     all readers, even if it can be read later, because some have skipped it
 */
public record LaneEnd(LaneId lane, long cut, long nextAppendMicros, boolean damaged) {

  /**
   * The end of a lane whose last row can be read.
   *
   * @param lane the lane
   * @param cut the sequence after the last event found
   * @param nextAppendMicros the least append time of the next lane
   */
  public LaneEnd(LaneId lane, long cut, long nextAppendMicros) {
    this(lane, cut, nextAppendMicros, false);
  }
}
