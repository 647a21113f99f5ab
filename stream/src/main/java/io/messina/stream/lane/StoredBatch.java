package io.messina.stream.lane;

import io.messina.api.Position;
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

  /** What objects take beside the bytes of an event that has a key, a time and a few headers. */
  private static final int EVENT_OBJECT_BYTES = 256;

  private static final int BATCH_OBJECT_BYTES = 256;

  @Override
  public Position end() {
    return position(batch.events().size());
  }

  /**
   * What the batch takes in memory, roughly and rather too much.
   *
   * @return bytes
   */
  public long memoryBytes() {
    return batch.bytes() + (long) EVENT_OBJECT_BYTES * batch.events().size() + BATCH_OBJECT_BYTES;
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
