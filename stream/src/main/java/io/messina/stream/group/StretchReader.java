package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.stream.Event;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.Murmur3;
import io.messina.stream.log.ShardLog;

/** Reads the log for a group, stretch by stretch. Safe for use by many threads. */
final class StretchReader {

  private final ShardLog log;
  private final EventReader events;

  StretchReader(ShardLog log, EventReader events) {
    this.log = log;
    this.events = events;
  }

  /**
   * Reads the next stretch.
   *
   * @param from its first position, packed
   * @param room the most events, from 1
   * @return the stretch; shorter if the log ends before
   */
  LogStretch read(long from, int room) {
    // Taken first: everything before it is read, or does not exist.
    long end = log.end().packed();
    int count = Math.clamp(log.countFrom(Position.unpack(from)), 1, room);
    Stretch stretch = new Stretch(count);
    long to = events.visit(from, stretch::isFull, stretch);
    return new LogStretch(
        from,
        stretch.isFull() ? to : Math.max(to, end),
        stretch.count,
        stretch.positions,
        stretch.keys);
  }

  /**
   * The hash of an event's key, computed even while the group ignores keys: its options may change.
   */
  long key(Event event) {
    return event.key().map(Murmur3::token).orElse(LogStretch.NO_KEY);
  }

  private final class Stretch implements EventReader.Visitor {

    private final long[] positions;
    private final long[] keys;
    private int count;
    private long kept = -1; // the first position of the newest batch

    Stretch(int room) {
      this.positions = new long[room];
      this.keys = new long[room];
    }

    boolean isFull() {
      return count == positions.length;
    }

    @Override
    public void visit(StoredBatch batch, long packed) {
      long first = batch.first().packed();
      if (first != kept) {
        events.keep(batch);
        kept = first;
      }
      positions[count] = packed;
      keys[count] = key(batch.batch().events().get((int) (packed - first)));
      count++;
    }
  }
}
