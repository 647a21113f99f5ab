package io.messina.stream.delivery;

import io.messina.api.Position;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far events of the log are from each other at most: within one lane each, as between two lanes
 * there is one gap only, though a large one.
 */
final class LaneExtents {

  /** In the order of the log. */
  private final Deque<Extent> lanes = new ArrayDeque<>();

  /** The events of a lane. */
  private static final class Extent {
    private long first;
    private long last;

    Extent(long position) {
      this.first = position;
      this.last = position;
    }
  }

  /** An event behind all others. */
  void add(long position) {
    Extent extent = lanes.peekLast();
    if (extent != null && areOfOneLane(extent.last, position)) {
      extent.last = position;
    } else {
      lanes.addLast(new Extent(position));
    }
  }

  /** Those before a position are finished; this one is not. */
  void beginAt(long position) {
    while (!lanes.isEmpty() && lanes.element().last < position) {
      lanes.remove();
    }
    if (!lanes.isEmpty()) {
      lanes.element().first = position;
    }
  }

  void clear() {
    lanes.clear();
  }

  int count() {
    return lanes.size();
  }

  /** The longest extent, if one more event is added at a position. */
  long mostWith(long position) {
    long most = 0;
    for (Extent extent : lanes) {
      most = Math.max(most, extent.last - extent.first);
    }
    Extent end = lanes.peekLast();
    return end != null && areOfOneLane(end.last, position)
        ? Math.max(most, position - end.first)
        : most;
  }

  private static boolean areOfOneLane(long one, long other) {
    return Position.unpack(one).epoch() == Position.unpack(other).epoch();
  }
}
