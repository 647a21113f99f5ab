package io.messina.stream.lane;

import io.messina.api.Position;
import io.messina.stream.record.RecordBatch;

/**
 * Adjacent events of a lane: event {@code i} of the batch has the first's position plus {@code i}.
 *
 * @param first the position of the first event
 * @param segment that contains them
 * @param batch the events
 */
public record StoredBatch(Position first, int segment, RecordBatch batch) implements LogItem {

  /** The memory of an event's objects, beside the bytes of its key, time and a few headers. */
  private static final int EVENT_OBJECT_BYTES = 256;

  private static final int BATCH_OBJECT_BYTES = 256;

  @Override
  public Position end() {
    return position(batch.events().size());
  }

  /** Returns about how many bytes of memory the batch takes, rather too many. */
  public long memoryBytes() {
    return batch.bytes() + (long) EVENT_OBJECT_BYTES * batch.events().size() + BATCH_OBJECT_BYTES;
  }

  /**
   * Returns the position of an event.
   *
   * @param index from 0
   */
  public Position position(int index) {
    return new Position(first.epoch(), first.sequence() + index);
  }
}
