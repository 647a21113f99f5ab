package io.messina.stream.record;

import io.messina.stream.Event;
import java.util.List;

/**
 * The events of one row of a log, in their order. The row's clustering key is the sequence of the
 * first; event {@code i} has that sequence plus {@code i}, and the append time of the first plus
 * {@code i} microseconds.
 *
 * @param firstAppendMicros when the first was appended, in microseconds since 1970, from 0
 * @param events 1 to 16,384 of together at most 256 KiB, as {@link #bytesAtMost} counts, or one
 *     event of any size
 * @param bytes the sum of {@link #bytesAtMost} of the events, so that it is counted once
 * @param part which part of a source's batch this row contains
 */
public record RecordBatch(long firstAppendMicros, List<Event> events, long bytes, BatchPart part)
    implements DecodedBatch {

  /** The most events of a batch. */
  public static final int EVENTS_MAX = 16_384;

  /** The most bytes of the events of a batch; a single event may be larger. */
  public static final int BYTES_MAX = 256 * 1024;

  /** The furthest append time: no event of a batch may leave the range of a long. */
  static final long APPEND_MICROS_MAX = Long.MAX_VALUE - EVENTS_MAX;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if there are no events, too many or too large ones, or the
   *     time is out of bounds
   */
  public RecordBatch {
    events = List.copyOf(events);
    checkTime(firstAppendMicros);
    checkCount(events.size());
    if (events.size() > 1 && bytes > BYTES_MAX) {
      throw new IllegalArgumentException(
          "batch bytes: " + bytes + " (expected: at most " + BYTES_MAX + " for several events)");
    }
  }

  /**
   * A batch whose bytes are not counted yet.
   *
   * @param firstAppendMicros when the first was appended, in microseconds since 1970, from 0
   * @param events as above
   * @throws IllegalArgumentException if there are no events, too many or too large ones, or the
   *     time is out of bounds
   */
  public RecordBatch(long firstAppendMicros, List<Event> events) {
    this(firstAppendMicros, events, BatchPart.WHOLE);
  }

  RecordBatch(long firstAppendMicros, List<Event> events, BatchPart part) {
    this(
        firstAppendMicros, events, events.stream().mapToLong(RecordBatch::bytesAtMost).sum(), part);
  }

  /**
   * Returns the most bytes that an event takes in a batch, before compression. Batches are filled
   * by this number.
   *
   * @return from 4 to {@link RecordBatchCodec#BODY_BYTES_MAX}
   */
  public static int bytesAtMost(Event event) {
    return EventLayout.bytesAtMost(event);
  }

  /**
   * Returns when an event was appended, in microseconds since 1970.
   *
   * @param index from 0 to the number of events, exclusive
   */
  public long appendMicros(int index) {
    return firstAppendMicros + index;
  }

  private static void checkTime(long micros) {
    if (micros < 0 || micros > APPEND_MICROS_MAX) {
      throw new IllegalArgumentException(
          "append time: " + micros + " (expected: from 0 to " + APPEND_MICROS_MAX + ")");
    }
  }

  private static void checkCount(int count) {
    if (count < 1 || count > EVENTS_MAX) {
      throw new IllegalArgumentException(
          "events: " + count + " (expected: from 1 to " + EVENTS_MAX + ")");
    }
  }
}
