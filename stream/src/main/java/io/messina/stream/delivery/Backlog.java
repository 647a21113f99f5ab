package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.api.GroupOptions;
import io.messina.stream.delivery.Phase.Trigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished events, and which of them can be handed out. A ready event stands in one of two
 * queues, unless keys of restored events are still unknown.
 */
final class Backlog {

  /** The memory of an event, in its map and its queue. */
  private static final int ENTRY_BYTES = 200;

  /** The memory of its places in the tables of these, which do not shrink. */
  private static final int PLACE_BYTES = 32;

  /** Events of the log, in its order. */
  final SequencedMap<Long, Entry> log = new LinkedHashMap<>();

  /** The first of these, if there is one: the floor. */
  @Nullable Entry first;

  final LaneExtents extents = new LaneExtents();

  /** Events that were redriven from the dead letters, in the order of arrival. */
  final Map<Long, Entry> redriven = new LinkedHashMap<>();

  /** Ready events that were handed out before, may have been, or waited for their keys. */
  Line again = new Line();

  /** The other ready events. */
  Line fresh = new Line();

  final WorkerNames workers = new WorkerNames();
  private KeyHolds keys;
  private int out;
  private int most;
  private int untried;
  private int keysUnknown;
  private boolean restored;

  Backlog(GroupOptions options) {
    this.keys = new KeyHolds(options);
  }

  int size() {
    return log.size() + redriven.size();
  }

  long memoryBytes() {
    return (long) ENTRY_BYTES * size() + (long) PLACE_BYTES * most;
  }

  /** How many events are with workers, or in a claim that is not durable yet. */
  int out() {
    return out;
  }

  /** How many events were never handed out. */
  int untried() {
    return untried;
  }

  int ready() {
    return again.size() + fresh.size();
  }

  /**
   * How many restored events have no known key yet: until all keys are known, nothing is handed
   * out. Zero if the group ignores keys.
   */
  int keysUnknown() {
    return keys.areUsed() ? keysUnknown : 0;
  }

  @Nullable Entry find(long position) {
    Entry entry = log.get(position);
    return entry == null ? redriven.get(position) : entry;
  }

  /** All events, those of the log first; a list of its own, so that they may be finished. */
  List<Entry> all() {
    List<Entry> all = new ArrayList<>(size());
    all.addAll(log.values());
    all.addAll(redriven.values());
    return all;
  }

  /** Adds an event of the log after all others, or a redriven one; it is not in a queue yet. */
  Entry add(long position, boolean isRedriven, long key, int attempts) {
    Entry entry = new Entry(position, isRedriven, key, attempts);
    untried += attempts == 0 ? 1 : 0;
    if (!isRedriven) {
      if (log.isEmpty()) {
        extents.clear();
      }
      extents.add(position);
    }
    (isRedriven ? redriven : log).put(position, entry);
    first = first == null && !isRedriven ? entry : first;
    most = Math.max(most, size());
    return entry;
  }

  /** Makes a new event ready, or blocks it behind others of its key. */
  void enter(Entry entry) {
    boolean isAgain = entry.redriven || entry.attempts > 0 || entry.silences > 0;
    lineUp(entry, isAgain ? again : fresh);
  }

  private void lineUp(Entry entry, Line line) {
    if (keysUnknown() > 0) {
      return;
    }
    if (entry.holdsKey && keys.isOutOfTurn(entry)) {
      entry.move(Trigger.HELD_UP);
      letGo(keys.standBack(entry));
    } else if (hasKey(entry) && !entry.holdsKey && !keys.takeOrWait(entry)) {
      entry.move(Trigger.HELD_UP);
    } else {
      line.add(entry);
    }
  }

  /** Hands out a ready event. */
  void claim(Entry entry, long claim, int leaseMillis) {
    leaveLine(entry);
    entry.move(Trigger.CLAIMED);
    untried -= entry.attempts == 0 ? 1 : 0;
    entry.attempts++;
    hold(entry, claim, leaseMillis);
  }

  private void hold(Entry entry, long claim, int leaseMillis) {
    entry.claim = claim;
    entry.leaseMillis = leaseMillis;
    out++;
  }

  /** Restores an event that a worker had when its owner died, and still has. */
  void restoreHeld(Entry entry, long claim, int leaseMillis, String worker) {
    entry.phase = Phase.OUT;
    hold(entry, claim, leaseMillis);
    entry.worker = workers.add(worker, 1);
  }

  /** The lease ended: its claim id is valid until the event is handed out again. */
  void runOut(Entry entry) {
    entry.move(Trigger.RAN_OUT);
    takeBack(entry);
    lineUp(entry, again);
  }

  /** Does not count the last claim as an attempt. */
  void uncount(Entry entry) {
    entry.attempts--;
    untried += entry.attempts == 0 ? 1 : 0;
  }

  /** Makes an event ready as if it had not been handed out. */
  void release(Entry entry) {
    entry.move(Trigger.RELEASED);
    takeBack(entry);
    entry.claim = 0;
    uncount(entry);
    lineUp(entry, again);
  }

  void retry(Entry entry) {
    entry.move(Trigger.NACKED);
    takeBack(entry);
    entry.claim = 0;
    entry.silences = 0;
    if (!keys.areKeptForRetry()) {
      freeKey(entry);
    }
  }

  void due(Entry entry) {
    entry.move(Trigger.DUE);
    lineUp(entry, again);
  }

  /** The event is not handed out any more, but is unfinished until its dead letter is written. */
  void giveUp(Entry entry, DeathCause cause) {
    if (entry.phase == Phase.OUT) {
      takeBack(entry);
    }
    leaveLine(entry);
    entry.move(Trigger.GIVEN_UP);
    entry.claim = 0;
    entry.cause = cause;
  }

  /** Removes a finished event. */
  void finish(Entry entry, Trigger trigger) {
    if (entry.isHeld()) {
      takeBack(entry);
    }
    if (entry.phase == Phase.BLOCKED) {
      keys.leave(entry);
    }
    entry.move(trigger);
    leaveLine(entry);
    freeKey(entry);
    (entry.redriven ? redriven : log).remove(entry.position);
    if (entry == first) {
      first = log.isEmpty() ? null : log.firstEntry().getValue();
      if (first != null) {
        extents.beginAt(first.position);
      }
    }
    untried -= entry.attempts == 0 ? 1 : 0;
    keysUnknown -= entry.keyUnknown ? 1 : 0;
    lineUpRestored();
  }

  private void takeBack(Entry entry) {
    out--;
    workers.remove(entry.worker);
    entry.worker = "";
  }

  private static void leaveLine(Entry entry) {
    if (entry.line != null) {
      entry.line.remove(entry);
    }
  }

  private void freeKey(Entry entry) {
    if (entry.holdsKey) {
      letGo(keys.release(entry));
    }
  }

  private void letGo(@Nullable Entry next) {
    if (next != null) {
      next.move(Trigger.FREED);
      lineUp(next, again);
    }
  }

  private boolean hasKey(Entry entry) {
    return keys.areUsed() && entry.key != LogStretch.NO_KEY;
  }

  /** The key of a restored event is not known yet, in case the group uses keys. */
  void keyUnknown(Entry entry) {
    entry.keyUnknown = true;
    keysUnknown++;
  }

  /** Sets the key of a restored event; after the last one, all events become ready or blocked. */
  void key(Entry entry, long key) {
    if (entry.keyUnknown) {
      entry.key = key;
      entry.keyUnknown = false;
      keysUnknown--;
      lineUpRestored();
    }
  }

  /**
   * Removes all events from their queues and from the counts of their keys, until {@link
   * #restored}.
   */
  void leaveLines(GroupOptions options) {
    again = new Line();
    fresh = new Line();
    for (Entry entry : all()) {
      entry.line = null;
      entry.holdsKey = false;
      if (entry.phase == Phase.BLOCKED) {
        entry.move(Trigger.FREED);
      }
    }
    keys = new KeyHolds(options);
  }

  /**
   * Makes events ready or blocked, once all of their keys are known: restored ones, or all again.
   */
  void restored() {
    restored = true;
    lineUpRestored();
  }

  private void lineUpRestored() {
    if (!restored || keysUnknown() > 0) {
      return;
    }
    restored = false;
    for (Entry entry : all()) {
      boolean waits = entry.phase == Phase.RETRY && !keys.areKeptForRetry();
      if (hasKey(entry) && entry.phase != Phase.READY && !waits) {
        keys.take(entry);
      }
    }
    for (Entry entry : all()) {
      if (entry.phase == Phase.READY) {
        enter(entry);
      }
    }
  }
}
