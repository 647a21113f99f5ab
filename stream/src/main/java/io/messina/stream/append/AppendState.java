package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.state.Section;
import io.messina.stream.state.StateChanges;
import io.messina.stream.state.StatePart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Writes the mark and the sources. Both are taken at the same moment, and the mark is written with
 * the last of the sources, so that it never covers more of the log than the rows do.
 */
final class AppendState implements StatePart {

  /** How many sources one write contains; the rest follow at once. */
  static final int ROWS_MAX = 250;

  private final Lock lock;
  private final AppendMark mark; // this and all below under the lock
  private final Sources sources;
  private final Supplier<Position> shownTo;
  private final LongSupplier nowMicros;
  private final Runnable standing;
  private final Deque<Map.Entry<String, Optional<SourceMark>>> left = new ArrayDeque<>();
  private Optional<Position> taken = Optional.empty();
  private boolean writing;
  private long latestMicros;
  private volatile long dueMicros;

  /**
   * A part of the state.
   *
   * @param lock guards mark and sources
   * @param shownTo the high watermark of the own lane
   * @param nowMicros the time
   * @param standing called without the lock whenever a mark is durable
   */
  AppendState(
      Lock lock,
      AppendMark mark,
      Sources sources,
      Supplier<Position> shownTo,
      LongSupplier nowMicros,
      Runnable standing) {
    this.lock = lock;
    this.mark = mark;
    this.sources = sources;
    this.shownTo = shownTo;
    this.nowMicros = nowMicros;
    this.standing = standing;
    this.dueMicros = Long.MAX_VALUE;
  }

  /** The append time from which the mark is too old. */
  long dueMicros() {
    return dueMicros;
  }

  /** Makes the next append find a former owner's mark too old. Called under the lock. */
  void dueAtOnce() {
    dueMicros = 0;
  }

  /**
   * Called when the log has reached an append time. Returns whether the mark has just become too
   * old.
   */
  boolean due(long appendMicros) {
    lock.lock();
    try {
      latestMicros = Math.max(latestMicros, appendMicros);
      boolean news = dueMicros != Long.MAX_VALUE;
      dueMicros = Long.MAX_VALUE;
      mark.due();
      return news;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public WriteNeed need() {
    lock.lock();
    try {
      if (writing) {
        return WriteNeed.NONE;
      }
      return left.isEmpty() ? mark.need() : WriteNeed.NOW;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(StateChanges changes) {
    lock.lock();
    try {
      writing = true;
      if (left.isEmpty()) {
        taken = mark.take(shownTo.get());
        left.addAll(sources.takeChanges(nowMicros.getAsLong()).entrySet());
      }
      for (int i = 0; i < ROWS_MAX && !left.isEmpty(); i++) {
        Map.Entry<String, Optional<SourceMark>> source = left.remove();
        write(changes, Section.SOURCES, source.getKey(), source.getValue().map(SourceMark::encode));
      }
      if (left.isEmpty()) {
        write(
            changes,
            Section.APPEND,
            LogMark.NAME,
            taken.map(position -> new LogMark(position).encode()));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void written() {
    lock.lock();
    try {
      writing = false;
      if (left.isEmpty()) {
        dueMicros = mark.written(taken, Math.max(latestMicros, nowMicros.getAsLong()));
      }
    } finally {
      lock.unlock();
    }
    standing.run();
  }

  private static void write(
      StateChanges changes, Section section, String name, Optional<Bytes> value) {
    value.ifPresentOrElse(
        bytes -> changes.put(section, name, bytes), () -> changes.delete(section, name));
  }
}
