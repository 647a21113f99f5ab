package io.messina.stream.log;

import io.messina.api.Position;

/** An item of a log: stored events, or a mark for missing ones. */
public sealed interface LogItem {

  /** Returns the position of its first event. */
  Position first();

  /** Returns the position after its last event, in the same lane. */
  Position end();

  /**
   * Adjacent events of a lane: event {@code i} of the batch has the first's position plus {@code
   * i}.
   *
   * @param first the position of the first event
   * @param segment that contains them
   * @param batch the events
   */
  record StoredBatch(Position first, int segment, RecordBatch batch) implements LogItem {

    /** The memory of an event's objects beside a copy of its bytes, where they are decoded. */
    private static final int EVENT_OBJECT_BYTES = 256;

    private static final int BATCH_OBJECT_BYTES = 256;

    @Override
    public Position end() {
      return position(batch.count());
    }

    /** Returns about how many bytes of memory the batch takes, rather too many. */
    public long memoryBytes() {
      long objects =
          batch.isDecoded() ? batch.bytes() + (long) EVENT_OBJECT_BYTES * batch.count() : 0;
      return batch.bytes() + objects + BATCH_OBJECT_BYTES;
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

  /**
   * A row that cannot be read. Readers skip it.
   *
   * @param first the position of its first event, from its key
   * @param end where the next row begins; in the last row of a lane this may be too low
   * @param segment that contains it
   * @param reason why it cannot be read
   */
  record DamagedRow(Position first, Position end, int segment, String reason) implements LogItem {}

  /**
   * Events that were stored and have expired.
   *
   * @param first the position of the first
   * @param end the position after the last, of the same lane
   */
  record MissingRows(Position first, Position end) implements LogItem {

    /** Returns how many they are, from 1. */
    public long count() {
      return end.sequence() - first.sequence();
    }
  }
}
