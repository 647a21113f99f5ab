package io.messina.stream.lane;

/**
 * Where a lane whose owner is deposed ends: the cut that the next owner records under its fence
 * before it shows or acknowledges anything. A row counts if its first sequence lies below the cut.
 *
 * @param lane the lane
 * @param cut the sequence behind the last event found; 0 where there is none
 * @param nextAppendMicros below which the next lane's append times must not go; 0 where nothing is
 *     left that tells
 * @param damaged whether the row before the cut could not be read. It stays damaged for all readers
 *     from then on, also where it can be read again, as some have passed it
 */
public record LaneEnd(LaneId lane, long cut, long nextAppendMicros, boolean damaged) {

  /**
   * The end of a lane whose last row can be read.
   *
   * @param lane the lane
   * @param cut the sequence behind the last event found
   * @param nextAppendMicros below which the next lane's append times must not go
   */
  public LaneEnd(LaneId lane, long cut, long nextAppendMicros) {
    this(lane, cut, nextAppendMicros, false);
  }
}
