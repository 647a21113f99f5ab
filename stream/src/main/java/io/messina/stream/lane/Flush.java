package io.messina.stream.lane;

import io.messina.stream.record.RecordBatch;

/**
 * The next row of a lane's log to write.
 *
 * @param begins whether it is the first row of its segment, whose own row is then written before it
 * @param segment that contains it
 * @param firstSequence of its first event
 * @param batch the events
 */
record Flush(boolean begins, Segment segment, long firstSequence, RecordBatch batch) {

  /** The sequence after its last event. */
  long endSequence() {
    return firstSequence + batch.events().size();
  }

  /** The append time after that of its last event. */
  long endMicros() {
    return batch.appendMicros(batch.events().size());
  }
}
