package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.Iterator;

/**
 * The items of a lane whose last row could not be read when the lane was cut. The row stays
 * damaged, even if it can be read later, so that all readers see the same.
 *
 * @param items of the lane
 * @param cut behind that row, which takes one position
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
