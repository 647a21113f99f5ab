package io.messina.stream.append;

import io.messina.runtime.Futures;
import io.messina.runtime.Micros;
import io.messina.runtime.NodeTime;
import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.StreamException;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.lane.LaneWriter;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends delayed events when they are due, deletes their rows, and closes buckets that are done.
 * It has no thread while no bucket is open; within a bucket it sleeps until the next event is due.
 */
final class DueLoop {

  private static final Logger LOG = LoggerFactory.getLogger(DueLoop.class);

  /** While a bucket is open, the wall clock is read at least this often, because it may be set. */
  private static final Duration SLEEP_MAX = Duration.ofSeconds(30);

  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final Duration OVERLOADED = Duration.ofMillis(100);

  private final ShardSite site;
  private final BucketMarks marks;
  private final DueRows rows;
  private final RowHolds holds;
  private final LaneWriter lane;
  private final KeyedAppends appends;
  private final FormerlyFired formerly;
  private final DueProgress progress = new DueProgress();
  private final Lock lock = new ReentrantLock();
  private CompletableFuture<Void> signal = new CompletableFuture<>(); // under the lock
  private Instant sleepsUntil = Instant.MAX; // under the lock
  private CompletableFuture<Void> ended = CompletableFuture.completedFuture(null); // under the lock
  private boolean running; // under the lock
  private long damagedCount; // used by the loop's thread only
  private volatile boolean over;

  DueLoop(
      ShardSite site,
      BucketMarks marks,
      DueRows rows,
      RowHolds holds,
      LaneWriter lane,
      KeyedAppends appends,
      FormerlyFired formerly) {
    this.site = site;
    this.marks = marks;
    this.rows = rows;
    this.holds = holds;
    this.lane = lane;
    this.appends = appends;
    this.formerly = formerly;
  }

  void start() {
    wake();
  }

  /** Called when an event was written that is due at a time. */
  void added(Instant due) {
    progress.added(due);
    boolean earlier;
    lock.lock();
    try {
      earlier = due.isBefore(sleepsUntil);
    } finally {
      lock.unlock();
    }
    if (earlier) {
      wake();
    }
  }

  /** Starts nothing new. */
  void end() {
    over = true;
    wake();
  }

  /** Waits until the loop has ended. */
  void await() {
    CompletableFuture<Void> end;
    lock.lock();
    try {
      end = ended;
    } finally {
      lock.unlock();
    }
    end.join();
  }

  private void wake() {
    boolean starts;
    lock.lock();
    try {
      signal.complete(null); // under the lock, so that the thread cannot end in between
      starts = !running && !over;
      if (starts) {
        running = true;
        ended = new CompletableFuture<>();
      }
    } finally {
      lock.unlock();
    }
    if (starts) {
      site.start(this::run);
    }
  }

  private void run() {
    boolean rests = false;
    try {
      while (!rests && goesOn()) {
        CompletableFuture<Void> woken = renewSignal();
        if (!passAll()) {
          return;
        }
        rests = !sleep(woken) && rest(woken);
      }
    } catch (NotOwnerException e) {
      // The next owner appends the events that are left.
      LOG.debug("{}: its delayed events are left to the next owner", site.owned());
    } catch (RuntimeException | Error e) {
      LOG.error("{}: delayed events cannot be appended, the shard is given up", site.owned(), e);
      site.owned().giveUp();
    } finally {
      if (!rests) {
        end(false);
      }
    }
  }

  /** Ends the thread unless it was woken in the meantime. Returns whether it ends. */
  private boolean rest(CompletableFuture<Void> woken) {
    lock.lock();
    try {
      if (woken.isDone()) {
        return false;
      }
      end(true);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void end(boolean mayBeWoken) {
    lock.lock();
    try {
      running = !mayBeWoken;
      ended.complete(null);
    } finally {
      lock.unlock();
    }
  }

  private boolean goesOn() {
    return !over && !site.owned().isLost();
  }

  private CompletableFuture<Void> renewSignal() {
    lock.lock();
    try {
      signal = new CompletableFuture<>();
      sleepsUntil = Instant.MAX;
      return signal;
    } finally {
      lock.unlock();
    }
  }

  /** Returns false if there is nothing to sleep for. */
  private boolean sleep(CompletableFuture<Void> woken) {
    Instant now = now();
    Optional<Instant> wake = nextWake(now);
    sleepsUntil(wake.orElse(Instant.MAX));
    if (over || wake.isEmpty()) {
      return over;
    }
    Duration until = Duration.between(now, wake.get());
    if (until.isPositive()) {
      Duration pause = until.compareTo(SLEEP_MAX) < 0 ? until : SLEEP_MAX;
      NodeTime.Cancellation alarm = site.time().schedule(pause, () -> woken.complete(null));
      woken.join();
      alarm.cancel();
    }
    return true;
  }

  private void sleepsUntil(Instant wake) {
    lock.lock();
    try {
      sleepsUntil = wake;
    } finally {
      lock.unlock();
    }
  }

  /** When to do something next. */
  private Optional<Instant> nextWake(Instant now) {
    Optional<Instant> earliest = marks.nextBegin(now);
    for (long bucket : marks.due(now)) {
      Instant due = progress.next(bucket);
      Instant end = DueBuckets.endOf(bucket);
      Instant wake = due.isBefore(end) || !end.isAfter(now) ? due : end;
      if (earliest.isEmpty() || wake.isBefore(earliest.get())) {
        earliest = Optional.of(wake);
      }
    }
    return earliest;
  }

  private boolean passAll() {
    Instant now = now();
    for (long bucket : marks.due(now)) {
      boolean isOver = !DueBuckets.endOf(bucket).isAfter(now);
      while (goesOn() && (isOver || !progress.next(bucket).isAfter(now))) {
        Optional<Boolean> more = pass(bucket, now);
        if (more.isEmpty()) {
          return false;
        }
        if (!more.get()) {
          break;
        }
      }
    }
    return true;
  }

  /** Handles one page. Returns whether there is more at once; empty if the shard is lost. */
  private Optional<Boolean> pass(long bucket, Instant now) {
    boolean quiet = marks.isQuiet(bucket, now);
    DueBuckets.Seal seal = marks.seal(bucket, now);
    progress.rests(bucket);
    holds.watch(true);
    Optional<DueRows.Page> page = rows.page(bucket, progress.done(bucket, seal), now);
    // The clock may have been set back in the meantime.
    Instant still = now();
    List<Delayed> taken =
        page.map(DueRows.Page::due).orElse(List.of()).stream()
            .filter(each -> !each.due().isAfter(still) && holds.takeToAppend(each.id()))
            .toList();
    holds.watch(false);
    if (page.isEmpty()) {
      return Optional.empty();
    }
    try {
      boolean isWhole = taken.size() == page.get().due().size();
      if (!taken.isEmpty() && !(append(taken) && delete(bucket, taken, isWhole, seal))) {
        return Optional.empty();
      }
    } finally {
      taken.forEach(each -> holds.drop(each.id()));
    }
    return passed(bucket, now, quiet, page.get(), taken.size());
  }

  private Optional<Boolean> passed(
      long bucket, Instant now, boolean quiet, DueRows.Page page, int taken) {
    if (page.due().size() > taken) {
      // The others are held by another thread, or are not due after all; they are read again later.
      progress.waits(bucket, now.plus(AGAIN));
      return Optional.of(false);
    }
    page.next().ifPresent(due -> progress.waits(bucket, due));
    if (!page.due().isEmpty()) {
      return Optional.of(true);
    }
    if (quiet && page.next().isEmpty()) {
      if (!rows.deleteAll(bucket)) {
        return Optional.empty();
      }
      marks.close(bucket);
      progress.forget(bucket);
    }
    return Optional.of(false);
  }

  /**
   * Deletes the rows by one range deletion if no other row can be before the last one; otherwise
   * row by row.
   */
  private boolean delete(long bucket, List<Delayed> taken, boolean isWhole, DueBuckets.Seal seal) {
    Delayed last = taken.getLast();
    if (!isWhole || !last.due().isBefore(seal.quiet())) {
      return rows.delete(taken);
    }
    try {
      Schedule.Place place = Schedule.Place.of(last);
      PlainBatch range = rows.deletionUpTo(bucket, place);
      if (!marks.holds(bucket, seal)) {
        return rows.delete(taken);
      }
      progress.done(bucket, seal, place);
      return site.write(range);
    } catch (StoreUnavailableException _) {
      return false;
    }
  }

  private boolean append(List<Delayed> due) {
    List<Event> events = new ArrayList<>();
    List<Delayed> damaged = new ArrayList<>();
    due.forEach(
        each -> DelayedEvents.event(each).ifPresentOrElse(events::add, () -> damaged.add(each)));
    if (!setAside(damaged)) {
      return false;
    }
    appends.known().await();
    // The clock may be set back before they are appended.
    lane.notBefore(Micros.of(due.getLast().due()));
    while (goesOn() && !events.isEmpty()) {
      formerly.removeFrom(events, due, this::goesOn);
      try {
        // The first event of a key wins, because no client waits that could be told of a refusal.
        if (!events.isEmpty()) {
          Futures.join(appends.append(events, true));
        }
        return true;
      } catch (StreamException.Overloaded e) {
        pause(OVERLOADED);
      } catch (StreamException.Unknown e) {
        return false;
      }
    }
    return events.isEmpty();
  }

  private boolean setAside(List<Delayed> damaged) {
    if (damaged.isEmpty()) {
      return true;
    }
    damagedCount += damaged.size();
    LOG.error(
        "{}: delayed events that are damaged are set aside in bucket {} of their shard in the table"
            + " schedule, {} since the shard was taken: {}",
        site.owned(),
        Schedule.SET_ASIDE,
        damagedCount,
        damaged.stream().map(Delayed::id).toList());
    return rows.setAside(damaged);
  }

  private void pause(Duration duration) {
    try {
      site.time().sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      over = true;
    }
  }

  private Instant now() {
    return site.time().wall().instant();
  }
}
