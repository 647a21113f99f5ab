package io.messina.stream.log;

import io.messina.api.Checks;
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
    Checks.between("append time", firstAppendMicros, 0, APPEND_MICROS_MAX);
    Checks.between("events", events.size(), 1, EVENTS_MAX);
    Checks.that(
        events.size() == 1 || bytes <= BYTES_MAX,
        "batch bytes",
        bytes,
        "at most " + BYTES_MAX + " for several events");
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

  /** Returns the append time after that of the last event, in microseconds since 1970. */
  public long endMicros() {
    return appendMicros(events.size());
  }

  /**
   * Which part of a source's batch a row contains, if the batch takes several rows. A row begins
   * with the rest of at most one batch, and ends with the beginning of at most one.
   *
   * @param firstIndex the index of the row's first event in its batch, from 0
   * @param goesOn whether the batch of the row's last event continues in a later row
   */
  public record BatchPart(int firstIndex, boolean goesOn) {

    /** A row that contains all of each of its batches. */
    public static final BatchPart WHOLE = new BatchPart(0, false);

    /**
     * Checks the index.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public BatchPart {
      Checks.between("first index", firstIndex, 0, Integer.MAX_VALUE >> 1);
    }

    static BatchPart unpack(int packed) {
      return new BatchPart(packed >>> 1, (packed & 1) != 0);
    }

    int packed() {
      return firstIndex << 1 | (goesOn ? 1 : 0);
    }
  }
}
