package io.messina.stream.append;

import io.messina.runtime.Futures;
import io.messina.runtime.Micros;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.append.Schedule.Delayed;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
  private final DueBuckets buckets;
  private final DueRows rows;
  private final RowHolds holds;
  private final LaneWriter lane;
  private final KeyedAppends appends;
  private final FormerlyFired formerly;
  private CompletableFuture<Void> signal = new CompletableFuture<>(); // under the monitor
  private CompletableFuture<Void> ended = CompletableFuture.completedFuture(null); // as well
  private boolean running; // under the monitor
  private long damagedCount; // used by the loop's thread only
  private volatile Instant sleepsUntil = Instant.MAX;
  private volatile boolean over;

  /**
   * @param former what former owners appended
   */
  DueLoop(
      ShardSite site,
      DueBuckets buckets,
      DueRows rows,
      RowHolds holds,
      ShardLog former,
      LaneWriter lane,
      KeyedAppends appends) {
    this.site = site;
    this.buckets = buckets;
    this.rows = rows;
    this.holds = holds;
    this.lane = lane;
    this.appends = appends;
    this.formerly = new FormerlyFired(site, former, rows, lane.floorMicros(), this::goesOn);
  }

  FormerlyFired formerly() {
    return formerly;
  }

  /** Starts the thread, or wakes it. */
  synchronized void wake() {
    signal.complete(null); // under the monitor, so that the thread cannot end in between
    if (!running && !over) {
      running = true;
      ended = new CompletableFuture<>();
      site.context().start(this::run);
    }
  }

  /** Called after an event was written that is due at a time. */
  void added(Instant due) {
    if (due.isBefore(sleepsUntil)) {
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
    synchronized (this) {
      end = ended;
    }
    end.join();
  }

  private void run() {
    boolean rests = false;
    try {
      while (!rests && goesOn()) {
        CompletableFuture<Void> woken = renewSignal();
        passAll();
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
  private synchronized boolean rest(CompletableFuture<Void> woken) {
    boolean rests = !woken.isDone();
    if (rests) {
      end(true);
    }
    return rests;
  }

  private synchronized void end(boolean mayBeWoken) {
    running = !mayBeWoken;
    ended.complete(null);
  }

  private boolean goesOn() {
    return !over && !site.owned().isLost();
  }

  private synchronized CompletableFuture<Void> renewSignal() {
    signal = new CompletableFuture<>();
    sleepsUntil = Instant.MAX;
    return signal;
  }

  /** Returns false if there is nothing to sleep for. */
  private boolean sleep(CompletableFuture<Void> woken) {
    Instant now = now();
    Optional<Instant> wake = buckets.nextWake(now);
    sleepsUntil = wake.orElse(Instant.MAX);
    if (over || wake.isEmpty()) {
      return over;
    }
    Duration until = Duration.between(now, wake.get());
    if (until.isPositive()) {
      Duration pause = until.compareTo(SLEEP_MAX) < 0 ? until : SLEEP_MAX;
      NodeTime.Cancellation alarm =
          site.context().time().schedule(pause, () -> woken.complete(null));
      woken.join();
      alarm.cancel();
    }
    return true;
  }

  private void passAll() {
    Instant now = now();
    for (long bucket : buckets.due(now)) {
      boolean more = true;
      while (more && goesOn() && buckets.isDue(bucket, now)) {
        more = pass(bucket, now);
      }
    }
  }

  /** Handles one page. Returns whether there is more at once. */
  private boolean pass(long bucket, Instant now) {
    DueBuckets.Seal seal = buckets.seal(bucket, now);
    holds.watch(true);
    DueRows.Page page = rows.page(bucket, seal.done(), now);
    // The clock may have been set back in the meantime.
    Instant still = now();
    List<Delayed> taken =
        page.due().stream()
            .filter(each -> !each.due().isAfter(still) && holds.takeToAppend(each.id()))
            .toList();
    holds.watch(false);
    boolean isWhole = taken.size() == page.due().size();
    try {
      if (!taken.isEmpty()) {
        append(taken);
        check(delete(bucket, taken, isWhole, seal));
      }
    } finally {
      taken.forEach(each -> holds.drop(each.id()));
    }
    if (!isWhole) {
      // The others are held by another thread, or are not due after all; they are read again later.
      buckets.waits(bucket, now.plus(AGAIN));
      return false;
    }
    page.next().ifPresent(due -> buckets.waits(bucket, due));
    if (taken.isEmpty() && page.next().isEmpty() && seal.isLast()) {
      check(rows.deleteAll(bucket));
      buckets.close(bucket);
    }
    return !taken.isEmpty();
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
      return buckets.done(bucket, seal, place) ? site.write(range) : rows.delete(taken);
    } catch (StoreUnavailableException _) {
      return false;
    }
  }

  private void append(List<Delayed> due) {
    List<Event> events = new ArrayList<>();
    List<Delayed> damaged = new ArrayList<>();
    due.forEach(
        each -> DelayedEvents.event(each).ifPresentOrElse(events::add, () -> damaged.add(each)));
    setAside(damaged);
    appends.awaitKeys();
    // The clock may be set back before they are appended.
    lane.notBefore(Micros.of(due.getLast().due()));
    boolean appended = false;
    while (!appended && !events.isEmpty()) {
      check(goesOn());
      formerly.removeFrom(events, due);
      appended = events.isEmpty() || isAppended(events);
    }
  }

  /** Returns false if the shard was overloaded. */
  private boolean isAppended(List<Event> events) {
    try {
      // The first event of a key wins, because no client waits that could be told of a refusal.
      Futures.join(appends.append(EventRun.of(events), true));
      return true;
    } catch (RequestException.Overloaded e) {
      pause(OVERLOADED);
      return false;
    } catch (RequestException.Unknown e) {
      throw new NotOwnerException(site.shard());
    }
  }

  private void setAside(List<Delayed> damaged) {
    if (damaged.isEmpty()) {
      return;
    }
    damagedCount += damaged.size();
    LOG.error(
        "{}: delayed events that are damaged are set aside in bucket {} of their shard in the table"
            + " schedule, {} since the shard was taken: {}",
        site.owned(),
        Schedule.SET_ASIDE,
        damagedCount,
        damaged.stream().map(Delayed::id).toList());
    check(rows.setAside(damaged));
  }

  private void pause(Duration duration) {
    try {
      site.context().time().sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      over = true;
    }
  }

  private void check(boolean owned) {
    if (!owned) {
      throw new NotOwnerException(site.shard());
    }
  }

  private Instant now() {
    return site.context().time().wall().instant();
  }
}
