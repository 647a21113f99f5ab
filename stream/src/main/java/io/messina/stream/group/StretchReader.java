package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.stream.Event;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.lane.LogItem;
import io.messina.stream.lane.LogItem.DamagedRow;
import io.messina.stream.lane.LogItem.MissingRows;
import io.messina.stream.lane.LogItem.StoredBatch;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.partition.Murmur3;
import java.util.Iterator;

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
    Gathering gathering = new Gathering(from, count);
    Iterator<LogItem> items = log.read(Position.unpack(from));
    while (!gathering.isFull() && items.hasNext()) {
      gathering.add(items.next());
    }
    return gathering.stretch(end);
  }

  /**
   * The hash of an event's key, computed even while the group ignores keys: its options may change.
   */
  long key(Event event) {
    return event.key().map(Murmur3::token).orElse(LogStretch.NO_KEY);
  }

  private final class Gathering {

    private final long from;
    private final long[] positions;
    private final long[] keys;
    private int count;
    private long to;

    Gathering(long from, int room) {
      this.from = from;
      this.to = from;
      this.positions = new long[room];
      this.keys = new long[room];
    }

    boolean isFull() {
      return count == positions.length;
    }

    void add(LogItem item) {
      switch (item) {
        case StoredBatch batch -> add(batch);
        case DamagedRow row -> {
          events.damaged(row);
          to = Math.max(to, row.end().packed());
        }
        case MissingRows missing -> to = Math.max(to, missing.end().packed());
      }
    }

    private void add(StoredBatch batch) {
      events.keep(batch);
      long first = batch.first().packed();
      int index = (int) Math.max(0, from - first);
      for (; index < batch.batch().events().size() && !isFull(); index++) {
        positions[count] = first + index;
        keys[count] = key(batch.batch().events().get(index));
        count++;
        to = first + index + 1;
      }
    }

    LogStretch stretch(long end) {
      return new LogStretch(from, isFull() ? to : Math.max(to, end), count, positions, keys);
    }
  }
}
