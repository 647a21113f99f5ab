package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.lane.LaneEnds;
import io.messina.stream.lane.LaneId;
import io.messina.stream.lane.LogItem;
import io.messina.stream.lane.LogItem.StoredBatch;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.state.ShardSite;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Where the window of keys begins in the log of former owners. The window does not move while the
 * shard has no owner, so that no key is forgotten because of an outage: the time between the end of
 * one lane and the beginning of the next does not count, nor does the time after the last lane.
 *
 * @param position where to begin to read
 * @param shifts by lane, how much time after it did not count, in microseconds
 */
record WindowBegin(Position position, NavigableMap<Integer, Long> shifts) {

  private static final long WINDOW_MICROS = IdempotencyWindow.LENGTH_DEFAULT.toNanos() / 1_000;

  /**
   * Finds it, with a few small reads for each lane within the window.
   *
   * @param untilMicros when the shard had an owner again
   */
  static WindowBegin find(ShardSite site, ShardLog former, long untilMicros) {
    NavigableMap<Integer, Long> shifts = new TreeMap<>();
    LaneEnds ends = new LaneEnds(site.store());
    Position earliest = Position.START;
    long later = untilMicros;
    long shift = 0;
    long left = WINDOW_MICROS;
    for (int epoch : former.lanesNewestFirst()) {
      if (left <= 0) {
        break;
      }
      long end = ends.find(new LaneId(site.shard(), epoch)).nextAppendMicros();
      if (end > 0) {
        shift += Math.max(0, later - end);
        shifts.put(epoch, shift);
        Position begin = former.seek(end - left);
        if (begin.epoch() == epoch || begin.equals(Position.START)) {
          return new WindowBegin(begin, shifts);
        }
        later = begin(former, epoch, end);
        left -= end - later;
        earliest = new Position(epoch, 0);
      }
    }
    return new WindowBegin(earliest, shifts);
  }

  /**
   * Finds it later, for the owner that has had the shard since then.
   *
   * @param log with the own lane
   * @param epoch of that lane
   * @param sinceMicros since when time counts again
   */
  static WindowBegin findAgain(ShardSite site, ShardLog log, int epoch, long sinceMicros) {
    long begin = site.nowMicros() - WINDOW_MICROS;
    if (begin < sinceMicros) {
      return find(site, log.former(), sinceMicros);
    }
    Position found = log.seek(begin);
    Position own = new Position(epoch, 0);
    return new WindowBegin(found.compareTo(own) < 0 ? own : found, new TreeMap<>());
  }

  /** By how much the append times of a lane are moved to later. */
  long shiftMicros(int epoch) {
    Map.Entry<Integer, Long> shift = shifts.ceilingEntry(epoch);
    return shift == null ? 0 : shift.getValue();
  }

  /** When the first event that a lane still has was appended. */
  private static long begin(ShardLog former, int epoch, long end) {
    Iterator<LogItem> items = former.read(new Position(epoch, 0));
    while (items.hasNext()) {
      if (items.next() instanceof StoredBatch batch && batch.first().epoch() == epoch) {
        return Math.min(batch.batch().firstAppendMicros(), end);
      }
    }
    return end;
  }
}
