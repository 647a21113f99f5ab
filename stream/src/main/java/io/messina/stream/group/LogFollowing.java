package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.NodeTime;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the log in its order, and waits at its end. Safe for use by many threads. */
final class LogFollowing {

  /**
   * The most bytes of the events of one answer, about, headers and keys among them; an answer has
   * at least one event.
   */
  static final long BYTES_MAX = 4L << 20;

  private final NodeTime time;
  private final ShardLog log;
  private final EventReader events;
  private final List<Visit> visits = new CopyOnWriteArrayList<>();
  private volatile @Nullable Ended leaving;
  private volatile @Nullable Ended ended;

  LogFollowing(NodeTime time, ShardLog log, EventReader events) {
    this.time = time;
    this.log = log;
    this.events = events;
  }

  /** A waiting reader. */
  private static final class Visit {

    private final Semaphore wakes = new Semaphore(0);
    private volatile boolean late;

    void wake() {
      wakes.release();
    }

    void end() {
      late = true;
      wake();
    }

    /** An interrupt ends the wait. */
    void await() {
      try {
        wakes.acquire();
        wakes.drainPermits();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        late = true;
      }
    }
  }

  /** Whether a reader may read now. */
  enum Turn {
    /** It may. */
    ON,
    /** Not yet. */
    PAUSED,
    /** No longer: its run has ended, and it must begin at another place. */
    OVER
  }

  EventPage read(Position from, int max, Duration wait) {
    return read(from, max, wait, () -> Turn.ON);
  }

  /**
   * Reads for a group. A change of the group's turn must be followed by {@link #advanced}, which
   * wakes the waiting readers.
   */
  EventPage read(Position from, int max, Duration wait, Supplier<Turn> turn) {
    EventPage read = readNow(from, max, turn.get());
    if (!read.events().isEmpty() || wait.isZero()) {
      return read;
    }
    Visit visit = new Visit();
    visits.add(visit);
    NodeTime.Cancellation deadline = time.schedule(wait, visit::end);
    try {
      // Read again: events may have come before the visit was registered.
      return readOrWait(read, max, visit, turn);
    } finally {
      deadline.cancel();
      visits.remove(visit);
    }
  }

  private EventPage readOrWait(EventPage former, int max, Visit visit, Supplier<Turn> turn) {
    Turn now = turn.get();
    EventPage read = readNow(former.next(), max, now).behind(former);
    while (read.events().isEmpty() && !visit.late && now != Turn.OVER) {
      Ended why = leaving;
      if (why != null) {
        throw why.refusal();
      }
      visit.await();
      now = turn.get();
      read = readNow(read.next(), max, now).behind(read);
    }
    return read;
  }

  /** Called when events became visible, or a turn has changed. */
  void advanced() {
    visits.forEach(Visit::wake);
  }

  /** Ends all waits, and refuses new ones with the reason. */
  void drain(Ended why) {
    leaving = why;
    advanced();
  }

  void end(Ended why) {
    ended = why;
    drain(why);
  }

  private EventPage readNow(Position from, int max, Turn turn) {
    Ended why = ended;
    if (why != null) {
      throw why.refusal();
    }
    Position end = log.end();
    if (turn != Turn.ON || end.compareTo(from) <= 0) {
      return new EventPage(List.of(), from);
    }
    Page page = new Page(max);
    log.forgottenFrom(from).ifPresent(page::gap);
    long next = events.visit(from.packed(), page::isFull, page);
    boolean isAtEnd = !page.isFull() && next < end.packed();
    return new EventPage(
        page.found, isAtEnd ? end : Position.unpack(next), OptionalInt.empty(), page.gaps);
  }

  private final class Page implements EventReader.Visitor {

    private final List<StoredEvent> found = new ArrayList<>();
    private final List<Position> gaps = new ArrayList<>();
    private final int max;
    private long bytes;

    Page(int max) {
      this.max = max;
    }

    boolean isFull() {
      return found.size() >= max || bytes >= BYTES_MAX;
    }

    @Override
    public void visit(StoredBatch batch, long packed) {
      StoredEvent event = events.event(batch, packed);
      found.add(event);
      bytes += RecordBatch.bytesAtMost(event.event());
    }

    @Override
    public void gap(Position end) {
      gaps.add(end);
    }
  }
}
