package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.delivery.WriteNeed;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When the {@link LogMark} is written, and where to. What is tracked are numbered events, and keyed
 * ones where keys have rows.
 *
 * <p>A mark stands before the first tracked event is appended, so that a new owner finds the event
 * however much was appended since. It follows the log while the log grows, and is deleted once
 * nothing tracked came for a while: a stream that has neither keys nor numbers pays nothing.
 *
 * <p>For use by one thread at a time.
 */
final class AppendMark {

  /** How far a mark falls behind, by append time. */
  static final Duration AGE_MAX = Duration.ofMinutes(5);

  /** How many tracked events there are behind a mark before it is written by itself. */
  static final int EVENTS_MAX = 100_000;

  private static final long AGE_MICROS = AGE_MAX.toNanos() / 1_000;

  /** By what is being appended: at or below its first event. In order, as the log only grows. */
  private final Map<Object, Position> underWay = new LinkedHashMap<>();

  private boolean stands;
  private boolean wanted;
  private boolean due;
  private long behind;

  /** Takes over the mark that a former owner left. */
  void restore() {
    stands = true;
    behind = 1;
  }

  /** Whether tracked events may be appended. */
  boolean stands() {
    return stands;
  }

  /** Somebody waits for a mark to stand. */
  void want() {
    wanted = true;
  }

  /** The mark is as old as it may be. */
  void due() {
    due = stands;
  }

  /** Begins to append tracked events, none of which will stand below the position. */
  void begin(Object append, Position shownTo) {
    underWay.put(append, shownTo);
  }

  /** Tracked events are appended and have their rows, or will get them from the sources. */
  void settle(Object append, int events) {
    underWay.remove(append);
    behind += events;
  }

  /** Tracked events were certainly not appended. */
  void release(Object append) {
    underWay.remove(append);
  }

  WriteNeed need() {
    if (wanted || due || behind >= EVENTS_MAX) {
      return WriteNeed.NOW;
    }
    return behind > 0 ? WriteNeed.LATER : WriteNeed.NONE;
  }

  /** What to write now: the mark, or nothing where its row is to be deleted. */
  Optional<Position> take(Position shownTo) {
    boolean idle = !wanted && behind == 0 && underWay.isEmpty();
    wanted = false;
    due = false;
    behind = 0;
    if (idle) {
      stands = false;
      return Optional.empty();
    }
    return Optional.of(underWay.isEmpty() ? shownTo : underWay.values().iterator().next());
  }

  /** What was taken is durable. Returns the append time from which on the mark is too old. */
  long written(Optional<Position> taken, long nowMicros) {
    stands = taken.isPresent();
    return stands ? nowMicros + AGE_MICROS : Long.MAX_VALUE;
  }
}
