package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Reads one lane of a shard after the other. */
final class ShardItems implements Iterator<LogItem> {

  private final ShardLog log;
  private Iterator<? extends LogItem> items = Collections.emptyIterator();
  private Position next;
  private boolean atFloor;

  ShardItems(ShardLog log, Position from) {
    this.log = log;
    this.next = from;
    this.atFloor = from.compareTo(log.floor()) <= 0;
  }

  @Override
  public boolean hasNext() {
    while (!items.hasNext()) {
      Optional<Integer> lane = log.laneFrom(next.epoch());
      if (lane.isEmpty()) {
        return false;
      }
      long sequence = lane.get() == next.epoch() ? next.sequence() : 0;
      items = log.read(lane.get(), sequence);
      next = new Position(lane.get() + 1, 0);
    }
    return true;
  }

  @Override
  public LogItem next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the log is read to its end");
    }
    LogItem item = items.next();
    atFloor = atFloor && item instanceof MissingRows;
    if (atFloor && item instanceof MissingRows missing) {
      log.pass(missing);
    }
    return item;
  }
}
