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
 * Writes the mark and the sources. Both are taken at one moment, and the mark goes with the last of
 * the sources: it never says more than the rows do.
 */
final class AppendState implements StatePart {

  /** How many sources go into one write; the rest follows at once. */
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
   * A part.
   *
   * @param lock guards mark and sources
   * @param shownTo up to where the own lane may be shown
   * @param nowMicros the time
   * @param standing is told whenever a mark stands, without the lock
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

  /** From which append time on the mark is as old as it may be. */
  long dueMicros() {
    return dueMicros;
  }

  /** Lets the next append find a mark of a former owner too old. Under the lock. */
  void dueAtOnce() {
    dueMicros = 0;
  }

  /** The log has come so far that the mark is as old as it may be; tells whether that is news. */
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
