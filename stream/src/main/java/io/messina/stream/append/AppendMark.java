package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.stream.delivery.WriteNeed;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decides when the {@link LogMark} is written, and with which position. Tracked events are numbered
 * ones, and keyed ones if keys have rows.
 *
 * <p>A mark is written before the first tracked event is appended, so that a new owner finds the
 * event, however much was appended since. The mark follows the log while the log grows, and is
 * deleted after a while without tracked events: a stream that has neither keys nor numbers pays
 * nothing.
 *
 * <p>For use by one thread at a time.
 */
final class AppendMark {

  /** How far a mark may fall behind, by append time. */
  static final Duration AGE_MAX = Duration.ofMinutes(5);

  /** After how many tracked events behind the mark it is written again in any case. */
  static final int EVENTS_MAX = 100_000;

  private static final long AGE_MICROS = AGE_MAX.toNanos() / 1_000;

  /**
   * Lower bounds of the positions of appends in progress, in ascending order because the log only
   * grows.
   */
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

  /** An append waits for a mark. */
  void want() {
    wanted = true;
  }

  /** The mark has reached its largest age. */
  void due() {
    due = stands;
  }

  /** Begins to append tracked events, whose positions will be at or after {@code shownTo}. */
  void begin(Object append, Position shownTo) {
    underWay.put(append, shownTo);
  }

  /** Tracked events are appended, and have their rows or get them from the sources. */
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

  /** Takes what to write now: the mark, or empty if its row is to be deleted. */
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

  /** The mark that was taken is durable. Returns the append time from which the mark is too old. */
  long written(Optional<Position> taken, long nowMicros) {
    stands = taken.isPresent();
    return stands ? nowMicros + AGE_MICROS : Long.MAX_VALUE;
  }
}
