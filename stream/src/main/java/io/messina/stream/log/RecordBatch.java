package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.stream.Event;
import java.util.List;
import java.util.Objects;

/**
 * The events of one row of a log, in their order. The row's clustering key is the sequence of the
 * first; event {@code i} has that sequence plus {@code i}, and the append time of the first plus
 * {@code i} microseconds. Immutable, and safe for use by many threads.
 */
public final class RecordBatch implements DecodedBatch {

  /** The most events of a batch. */
  public static final int EVENTS_MAX = 16_384;

  /** The most bytes of the events of a batch; a single event may be larger. */
  public static final int BYTES_MAX = 256 * 1024;

  /** The furthest append time: no event of a batch may leave the range of a long. */
  static final long APPEND_MICROS_MAX = Long.MAX_VALUE - EVENTS_MAX;

  private final long firstAppendMicros;
  private final List<EventRun> runs;
  private final BatchPart part;
  private final int count;
  private final long bytes;

  /**
   * A batch of events.
   *
   * @param firstAppendMicros when the first was appended, in microseconds since 1970, from 0
   * @param events 1 to 16,384 of together at most 256 KiB, or one event of any size
   * @throws IllegalArgumentException if there are no events, too many or too large ones, or the
   *     time is out of bounds
   */
  public RecordBatch(long firstAppendMicros, List<Event> events) {
    this(firstAppendMicros, List.of(EventRun.of(events)), BatchPart.WHOLE);
  }

  /**
   * @param part which part of a source's batch this row contains
   */
  RecordBatch(long firstAppendMicros, List<EventRun> runs, BatchPart part) {
    this.firstAppendMicros = firstAppendMicros;
    this.runs = List.copyOf(runs);
    this.part = part;
    this.count = runs.stream().mapToInt(EventRun::count).sum();
    this.bytes = runs.stream().mapToLong(EventRun::rowBytes).sum();
    Checks.between("append time", firstAppendMicros, 0, APPEND_MICROS_MAX);
    Checks.between("events", count, 1, EVENTS_MAX);
    Checks.that(
        count == 1 || bytes <= BYTES_MAX,
        "batch bytes",
        bytes,
        "at most " + BYTES_MAX + " for several events");
  }

  /**
   * Returns the most bytes that an event takes in a batch, before compression.
   *
   * @return from 4 to {@link RecordBatchCodec#BODY_BYTES_MAX}
   */
  public static int bytesAtMost(Event event) {
    return EventLayout.bytesAtMost(event);
  }

  /** Returns when the first event was appended, in microseconds since 1970. */
  public long firstAppendMicros() {
    return firstAppendMicros;
  }

  /** Returns how many events there are, from 1 to 16,384. */
  public int count() {
    return count;
  }

  /** Returns the bytes of the events in the row, before compression. */
  public long bytes() {
    return bytes;
  }

  /** Returns which part of a source's batch this row contains. */
  public BatchPart part() {
    return part;
  }

  /** Returns the events in runs, as they were appended, or joined. */
  public List<EventRun> runs() {
    return runs;
  }

  /** Whether objects of its events are kept in memory. */
  boolean isDecoded() {
    return runs.stream().anyMatch(EventRun::isDecoded);
  }

  /**
   * Returns an event.
   *
   * @param index from 0 to {@link #count}, exclusive
   */
  public Event event(int index) {
    int rest = index;
    for (EventRun run : runs) {
      if (rest < run.count()) {
        return run.event(rest);
      }
      rest -= run.count();
    }
    throw new IndexOutOfBoundsException(index);
  }

  /** Returns all events. */
  public List<Event> events() {
    return runs.size() == 1
        ? runs.getFirst().events()
        : runs.stream().flatMap(run -> run.events().stream()).toList();
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
    return appendMicros(count);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordBatch batch
        && firstAppendMicros == batch.firstAppendMicros
        && part.equals(batch.part)
        && events().equals(batch.events());
  }

  @Override
  public int hashCode() {
    return Objects.hash(firstAppendMicros, part, count);
  }

  @Override
  public String toString() {
    return "RecordBatch[" + firstAppendMicros + ", " + events() + ", " + part + "]";
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
