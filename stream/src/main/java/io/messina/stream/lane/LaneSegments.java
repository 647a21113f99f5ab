package io.messina.stream.lane;

import io.messina.store.Scan;
import io.messina.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The segments of a lane, as far as they were needed. Known segments never change, so only newer
 * ones are read. Safe for use by many threads.
 */
final class LaneSegments {

  private final Store store;
  private final LaneId lane;
  private final Lock lock = new ReentrantLock();
  private List<Segment> known = List.of(); // under the lock
  private long knownTo; // under the lock

  LaneSegments(Store store, LaneId lane) {
    this.store = store;
    this.lane = lane;
  }

  /**
   * Reads the items between two places.
   *
   * @param from a sequence; if it is within a row, the whole row is returned
   * @param end the sequence after the last: the cut of the lane, or the high watermark of the own
   *     one; rows that begin at or after it are not returned
   * @param damagedEnd whether the last row could not be read when the lane was cut. It stays
   *     damaged, even if it can be read later, so that all readers see the same
   * @param now tells which segments have expired
   * @return batches, damaged rows and stretches of missing ones, each beginning where the one
   *     before it ended, for one thread; read page by page as the iterator is advanced, which
   *     throws as {@link Store} does, and {@link NewerLogException}
   */
  Iterator<LogItem> read(long from, long end, boolean damagedEnd, Instant now) {
    List<Segment> below = below(end);
    int index = below.size() - 1;
    while (index > 0 && below.get(index).firstSequence() > from) {
      index--;
    }
    Iterator<Segment> read = below.subList(Math.max(index, 0), below.size()).iterator();
    return new LaneItems(store, lane, read, now, from, end, damagedEnd);
  }

  /**
   * The segments that begin below an end, below which nothing is appended any more.
   *
   * @return in their order; without those whose rows have expired
   */
  List<Segment> below(long end) {
    List<Segment> all = knownTo(end);
    int count = all.size();
    while (count > 0 && all.get(count - 1).firstSequence() >= end) {
      count--;
    }
    return all.subList(0, count);
  }

  private List<Segment> knownTo(long end) {
    lock.lock();
    try {
      return end > knownTo ? learn(end) : known;
    } finally {
      lock.unlock();
    }
  }

  private List<Segment> learn(long end) {
    int from = known.isEmpty() ? 0 : known.getLast().number() + 1;
    List<Segment> all = new ArrayList<>(known);
    store
        .scan(Scan.of(LaneTables.segments(lane), LaneTables.segmentsFrom(from)))
        .forEachRemaining(row -> all.add(LaneTables.segment(row)));
    // A row at or after the end may never count, or may not be written yet.
    all.removeIf(segment -> segment.firstSequence() >= end);
    known = List.copyOf(all);
    knownTo = end;
    return known;
  }
}
