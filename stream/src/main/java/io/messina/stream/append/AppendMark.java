package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.SavedPosition;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Writes the mark and the sources. The mark is the position up to which the rows of sources and of
 * {@code keys} cover the log. Both are taken at the same moment, and the mark is written with the
 * last of the sources, so that it never covers more of the log than the rows do. Tracked events are
 * numbered ones, and keyed ones if keys have rows.
 *
 * <p>A mark is written before the first tracked event is appended, so that a new owner finds the
 * event, however much was appended since. The mark follows the log while the log grows, and is
 * deleted after a while without tracked events: a stream that has neither keys nor numbers pays
 * nothing.
 *
 * <p>Guarded by the lock of {@link Deduplication}.
 */
final class AppendMark implements StatePart {

  /** The name of its row in the section. */
  static final String NAME = "mark";

  /** How far a mark may fall behind, by append time. */
  static final Duration AGE_MAX = Duration.ofMinutes(5);

  /** After how many tracked events behind the mark it is written again in any case. */
  static final int EVENTS_MAX = 100_000;

  /** How many sources one write contains; the rest follow at once. */
  static final int ROWS_MAX = 250;

  private static final long AGE_MICROS = AGE_MAX.toNanos() / 1_000;

  private final Deduplication memory;
  private final Supplier<Position> shownTo;
  private final LongSupplier nowMicros;
  private final Runnable standing;

  /**
   * Lower bounds of the positions of appends in progress, in ascending order because the log only
   * grows.
   */
  private final Map<PendingAppend, Position> underWay = new LinkedHashMap<>();

  /** The sources that are still to be written with the mark that was taken. */
  private final Deque<Map.Entry<String, Optional<SourceMark>>> left = new ArrayDeque<>();

  private Optional<Position> taken = Optional.empty();
  private boolean writing;
  private boolean stands;
  private boolean wanted;
  private boolean due;
  private long behind;
  private long latestMicros;

  /** The append time from which the mark is too old. */
  private volatile long dueMicros = Long.MAX_VALUE;

  /**
   * The mark of a new owner.
   *
   * @param isLeft whether a former owner left one
   * @param shownTo the high watermark of the own lane
   * @param nowMicros the time
   * @param standing called without the monitor whenever a mark is durable
   */
  AppendMark(
      Deduplication memory,
      boolean isLeft,
      Supplier<Position> shownTo,
      LongSupplier nowMicros,
      Runnable standing) {
    this.memory = memory;
    this.stands = isLeft;
    this.behind = isLeft ? 1 : 0;
    this.shownTo = shownTo;
    this.nowMicros = nowMicros;
    this.standing = standing;
  }

  /** Makes the next append find a former owner's mark too old. */
  void dueAtOnce() {
    dueMicros = 0;
  }

  /**
   * Called without the monitor when the log has reached an append time. Returns whether the mark
   * has just become too old.
   */
  boolean due(long appendMicros) {
    if (appendMicros < dueMicros) {
      return false;
    }
    try (var _ = memory.hold()) {
      latestMicros = Math.max(latestMicros, appendMicros);
      boolean news = dueMicros != Long.MAX_VALUE;
      dueMicros = Long.MAX_VALUE;
      due = stands;
      return news;
    }
  }

  /** Whether tracked events may be appended. */
  boolean stands() {
    return stands;
  }

  /** An append waits for a mark. */
  void want() {
    wanted = true;
  }

  /** Begins to append tracked events, whose positions will be at or after the high watermark. */
  void begin(PendingAppend append) {
    underWay.put(append, shownTo.get());
  }

  /**
   * Tracked events are appended, and have their rows or get them from the sources.
   *
   * @return whether the mark is to be written now
   */
  boolean settle(PendingAppend append, long events) {
    underWay.remove(append);
    behind += events;
    return lacks() == WriteNeed.NOW;
  }

  /** Tracked events were certainly not appended. */
  void release(PendingAppend append) {
    underWay.remove(append);
  }

  @Override
  public WriteNeed need() {
    try (var _ = memory.hold()) {
      if (writing) {
        return WriteNeed.NONE;
      }
      return left.isEmpty() ? lacks() : WriteNeed.NOW;
    }
  }

  @Override
  public void write(StateChanges changes) {
    try (var _ = memory.hold()) {
      writing = true;
      if (left.isEmpty()) {
        take();
        left.addAll(memory.sources().takeChanges(nowMicros.getAsLong()).entrySet());
      }
      for (int i = 0; i < ROWS_MAX && !left.isEmpty(); i++) {
        Map.Entry<String, Optional<SourceMark>> source = left.remove();
        write(changes, Section.SOURCES, source.getKey(), source.getValue().map(SourceMark::encode));
      }
      if (left.isEmpty()) {
        write(changes, Section.APPEND, NAME, taken.map(SavedPosition::encode));
      }
    }
  }

  @Override
  public void written() {
    try (var _ = memory.hold()) {
      writing = false;
      if (left.isEmpty()) {
        stands = taken.isPresent();
        long now = Math.max(latestMicros, nowMicros.getAsLong());
        dueMicros = stands ? now + AGE_MICROS : Long.MAX_VALUE;
      }
    }
    standing.run();
  }

  private WriteNeed lacks() {
    if (wanted || due || behind >= EVENTS_MAX) {
      return WriteNeed.NOW;
    }
    return behind > 0 ? WriteNeed.LATER : WriteNeed.NONE;
  }

  /** Takes what to write now: a mark, or none if its row is to be deleted. */
  private void take() {
    boolean idle = !wanted && behind == 0 && underWay.isEmpty();
    Position position = underWay.isEmpty() ? shownTo.get() : underWay.values().iterator().next();
    taken = idle ? Optional.empty() : Optional.of(position);
    stands = stands && !idle;
    wanted = false;
    due = false;
    behind = 0;
  }

  private static void write(
      StateChanges changes, Section section, String name, Optional<Bytes> value) {
    value.ifPresentOrElse(
        bytes -> changes.put(section, name, bytes), () -> changes.delete(section, name));
  }
}
