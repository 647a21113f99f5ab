package io.messina.stream.lane;

import io.messina.stream.record.RecordBatch;

/**
 * One row of a log, to be written before anything else of its lane.
 *
 * @param begins whether it is the first row of its segment, whose own row is then written before it
 * @param segment where it goes
 * @param firstSequence of its first event
 * @param batch the events
 */
record Flush(boolean begins, Segment segment, long firstSequence, RecordBatch batch) {

  /** The sequence behind its last event. */
  long endSequence() {
    return firstSequence + batch.events().size();
  }

  /** The append time behind that of its last event. */
  long endMicros() {
    return batch.appendMicros(batch.events().size());
  }
}
