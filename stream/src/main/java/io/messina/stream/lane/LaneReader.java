package io.messina.stream.lane;

import io.messina.store.Store;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Reads the events of one lane in their order, only below a given end: the cut of a lane whose
 * owner is deposed, or the high watermark of the own lane. For use by one thread at a time.
 */
final class LaneReader {

  private final Store store;
  private final InstantSource wall;
  private final LaneSegments segments;

  /**
   * @param store of the lanes
   * @param wall tells which segments have expired
   * @param segments of the lane, perhaps shared with other readers
   */
  LaneReader(Store store, InstantSource wall, LaneSegments segments) {
    this.store = store;
    this.wall = wall;
    this.segments = segments;
  }

  /**
   * Reads the items between two places.
   *
   * @param from a sequence; if it is within a row, the whole row is returned
   * @param end the sequence after the last; rows that begin at or after it are not returned
   * @return batches, damaged rows and stretches of missing ones, each beginning where the one
   *     before it ended; read page by page as the iterator is advanced, which throws as {@link
   *     Store} does, and {@link NewerLogException}
   */
  Iterator<LogItem> read(long from, long end) {
    if (from >= end) {
      return Collections.emptyIterator();
    }
    List<Segment> below = segments.below(end);
    int index = below.size() - 1;
    while (index > 0 && below.get(index).firstSequence() > from) {
      index--;
    }
    List<Segment> read = below.subList(Math.max(index, 0), below.size());
    return new LaneItems(store, segments.lane(), read, wall.instant(), from, end);
  }
}
