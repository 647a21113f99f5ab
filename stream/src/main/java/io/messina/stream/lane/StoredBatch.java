package io.messina.stream.lane;

import io.messina.stream.Position;
import io.messina.stream.record.RecordBatch;

/**
 * Events that stand next to each other in a lane: event {@code i} of the batch has the first's
 * position plus {@code i}.
 *
 * @param first the position of the first event
 * @param segment the segment that holds them
 * @param batch the events
 */
public record StoredBatch(Position first, int segment, RecordBatch batch) implements LogItem {

  @Override
  public Position end() {
    return position(batch.events().size());
  }

  /**
   * The position of an event.
   *
   * @param index from 0 to the number of events
   * @return its position
   */
  public Position position(int index) {
    return new Position(first.epoch(), first.sequence() + index);
  }
}
