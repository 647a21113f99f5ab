package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.stream.delivery.Phase.Trigger;
import io.messina.stream.delivery.StateImage.Standing;

/** The unfinished events, and which of them can be handed out or become due next. */
final class Backlog {

  private static final int NONE = Slots.NONE;

  final Slots slots = new Slots();
  final WorkerNames workers = new WorkerNames();

  /** Events of the log, in its order; the first is the floor. */
  final SlotList log = new SlotList(slots.order);

  /** Events that were redriven from the dead letters. */
  final SlotList redriven = new SlotList(slots.order);

  private final SlotList again = new SlotList(slots.queue);
  private final SlotList fresh = new SlotList(slots.queue);
  private final LongIntMap index = new LongIntMap();
  private final CurrentOptions current;
  private final Rules rules;
  private final Journal journal;
  private KeyHolds keys;
  private int out;
  private int untried;
  private int keysUnknown;
  private boolean restored;

  Backlog(CurrentOptions current, Rules rules, Journal journal) {
    this.journal = journal;
    this.current = current;
    this.rules = rules;
    this.keys = new KeyHolds(current, slots);
  }

  int size() {
    return index.size();
  }

  /** The memory of the columns and their index, in bytes. They shrink only in {@link #trim}. */
  long memoryBytes() {
    return slots.memoryBytes() + index.memoryBytes();
  }

  /** Frees the columns if no event is unfinished and no pending answer names a slot. */
  void trim() {
    if (size() == 0 && !journal.namesSlots()) {
      slots.clear();
      index.clear();
      keys = new KeyHolds(current, slots);
    }
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

  int readyAgain() {
    return again.size();
  }

  int readyFresh() {
    return fresh.size();
  }

  /**
   * How many restored events have no known key yet: until all keys are known, nothing is handed
   * out. Zero if the group ignores keys.
   */
  int keysUnknown() {
    return current.options.perKeyMax() > 0 ? keysUnknown : 0;
  }

  int find(long position) {
    return index.get(position);
  }

  /** Adds an event of the log after all others. */
  int add(long position, long key, int attempts) {
    int slot = insert(position, key, attempts);
    log.addLast(slot);
    return slot;
  }

  int addRedriven(long position, long key, int attempts) {
    int slot = insert(position, key, attempts);
    slots.redriven[slot] = true;
    redriven.addLast(slot);
    return slot;
  }

  private int insert(long position, long key, int attempts) {
    int slot = slots.take(position);
    slots.keys[slot] = key;
    slots.attempts[slot] = attempts;
    slots.phases[slot] = Phase.READY;
    untried += attempts == 0 ? 1 : 0;
    index.put(position, slot);
    return slot;
  }

  /** Makes a new event ready, or blocks it behind others of its key. */
  void enter(int slot) {
    boolean isAgain = slots.redriven[slot] || slots.attempts[slot] > 0 || slots.silences[slot] > 0;
    lineUp(slot, isAgain ? again : fresh);
  }

  private void lineUp(int slot, SlotList line) {
    if (keysUnknown() > 0) {
      return;
    }
    if (slots.holdsKey[slot] && keys.isOutOfTurn(slot)) {
      move(slot, Trigger.HELD_UP);
      letGo(keys.standBack(slot));
    } else if (hasKey(slot) && !slots.holdsKey[slot] && !keys.takeOrWait(slot)) {
      move(slot, Trigger.HELD_UP);
    } else {
      line.addLast(slot);
      slots.lines[slot] = line;
    }
  }

  int firstAgain() {
    return again.first();
  }

  int firstFresh() {
    return fresh.first();
  }

  /** Hands out a ready event. */
  void claim(int slot, long claim, int leaseMillis) {
    leaveLine(slot);
    move(slot, Trigger.CLAIMED);
    untried -= slots.attempts[slot] == 0 ? 1 : 0;
    slots.attempts[slot]++;
    hold(slot, claim, leaseMillis);
  }

  private void hold(int slot, long claim, int leaseMillis) {
    slots.claims[slot] = claim;
    slots.leaseMillis[slot] = leaseMillis;
    slots.workers[slot] = WorkerNames.UNNAMED;
    out++;
  }

  /** Restores an event that a worker had when its owner died, and still has. */
  void restoreHeld(int slot, Standing.Held held) {
    slots.phases[slot] = Phase.OUT;
    hold(slot, held.claim(), held.leaseMillis());
    slots.workers[slot] = workers.add(held.worker(), 1);
  }

  /** Restores an event that waited for its next attempt when its owner died. */
  void restoreRetrying(int slot, long dueMillis) {
    slots.phases[slot] = Phase.RETRY;
    slots.dueMillis[slot] = dueMillis;
  }

  void confirm(int slot, long dueMillis) {
    move(slot, Trigger.CONFIRMED);
    slots.dueMillis[slot] = dueMillis;
  }

  /** The lease ended: its claim id is valid until the event is handed out again. */
  void runOut(int slot) {
    move(slot, Trigger.RAN_OUT);
    takeBack(slot);
    lineUp(slot, again);
  }

  /** Does not count the last claim as an attempt. */
  void uncount(int slot) {
    slots.attempts[slot]--;
    untried += slots.attempts[slot] == 0 ? 1 : 0;
  }

  /** Makes an event ready as if it had not been handed out. */
  void release(int slot) {
    move(slot, Trigger.RELEASED);
    takeBack(slot);
    slots.claims[slot] = 0;
    uncount(slot);
    lineUp(slot, again);
  }

  void retry(int slot, long dueMillis) {
    move(slot, Trigger.NACKED);
    takeBack(slot);
    slots.claims[slot] = 0;
    slots.silences[slot] = 0;
    slots.dueMillis[slot] = dueMillis;
    if (!rules.keepsKeyForRetry(current.options.order())) {
      freeKey(slot);
    }
  }

  void due(int slot) {
    move(slot, Trigger.DUE);
    lineUp(slot, again);
  }

  /** The event is not handed out any more, but is unfinished until its dead letter is written. */
  void giveUp(int slot, DeathCause cause) {
    if (slots.phases[slot] == Phase.OUT) {
      takeBack(slot);
    }
    leaveLine(slot);
    move(slot, Trigger.GIVEN_UP);
    slots.claims[slot] = 0;
    slots.causes[slot] = cause;
  }

  /** Removes a finished event. */
  void finish(int slot, Trigger trigger) {
    Phase phase = slots.phases[slot];
    move(slot, trigger);
    if (phase == Phase.OUT || phase == Phase.CLAIMED) {
      takeBack(slot);
    }
    if (phase == Phase.BLOCKED) {
      keys.leave(slot);
    }
    leaveLine(slot);
    freeKey(slot);
    index.remove(slots.positions[slot]);
    (slots.redriven[slot] ? redriven : log).remove(slot);
    untried -= slots.attempts[slot] == 0 ? 1 : 0;
    keysUnknown -= slots.keyUnknown[slot] ? 1 : 0;
    slots.give(slot);
    lineUpRestored();
  }

  private void takeBack(int slot) {
    out--;
    workers.remove(slots.workers[slot]);
  }

  private void leaveLine(int slot) {
    SlotList line = slots.lines[slot];
    if (line != null) {
      line.remove(slot);
      slots.lines[slot] = null;
    }
  }

  private void freeKey(int slot) {
    if (slots.holdsKey[slot]) {
      letGo(keys.release(slot));
    }
  }

  private void letGo(int next) {
    if (next != NONE) {
      move(next, Trigger.FREED);
      lineUp(next, again);
    }
  }

  void move(int slot, Trigger trigger) {
    slots.phases[slot] = rules.onto(slots.phases[slot], trigger);
  }

  private boolean hasKey(int slot) {
    return current.options.perKeyMax() > 0 && slots.keys[slot] != LogStretch.NO_KEY;
  }

  /** The key of a restored event is not known yet, in case the group uses keys. */
  void keyUnknown(int slot) {
    slots.keyUnknown[slot] = true;
    keysUnknown++;
  }

  /** Sets the key of a restored event; after the last one, all events become ready or blocked. */
  void key(int slot, long key) {
    if (slots.keyUnknown[slot]) {
      slots.keys[slot] = key;
      slots.keyUnknown[slot] = false;
      keysUnknown--;
      lineUpRestored();
    }
  }

  /**
   * Removes all events from their queues and from the counts of their keys, until {@link
   * #restored}.
   */
  void leaveLines() {
    forEach(
        slot -> {
          leaveLine(slot);
          slots.holdsKey[slot] = false;
          if (slots.phases[slot] == Phase.BLOCKED) {
            move(slot, Trigger.FREED);
          }
        });
    keys = new KeyHolds(current, slots);
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
    forEach(this::takeKeyOfActive);
    forEach(this::lineUpReady);
  }

  private void takeKeyOfActive(int slot) {
    Phase phase = slots.phases[slot];
    boolean waits = phase == Phase.RETRY && !rules.keepsKeyForRetry(current.options.order());
    if (hasKey(slot) && phase != Phase.READY && !waits) {
      keys.take(slot);
    }
  }

  private void lineUpReady(int slot) {
    if (slots.phases[slot] == Phase.READY) {
      enter(slot);
    }
  }

  /**
   * Visits all events, those of the log first. The action may finish the event that it is given.
   */
  void forEach(SlotAction action) {
    forEach(log, action);
    forEach(redriven, action);
  }

  private static void forEach(SlotList list, SlotAction action) {
    int slot = list.first();
    while (slot != NONE) {
      int after = list.after(slot);
      action.on(slot);
      slot = after;
    }
  }

  @FunctionalInterface
  interface SlotAction {
    void on(int slot);
  }
}
