package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.Iterator;

/**
 * The items of a lane whose last row could not be read when the lane was cut: it stays damaged,
 * also where it can be read again, so that all readers see the same.
 *
 * @param items of the lane
 * @param cut behind that row, of which it takes one place
 */
record DamagedEnd(Iterator<LogItem> items, long cut) implements Iterator<LogItem> {

  @Override
  public boolean hasNext() {
    return items.hasNext();
  }

  @Override
  public LogItem next() {
    LogItem item = items.next();
    return item instanceof StoredBatch batch && batch.end().sequence() >= cut
        ? new DamagedRow(
            batch.first(),
            new Position(batch.first().epoch(), cut),
            batch.segment(),
            "it could not be read when the lane was cut")
        : item;
  }
}
