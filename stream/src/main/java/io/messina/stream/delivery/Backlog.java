package io.messina.stream.delivery;

import io.messina.stream.delivery.Phase.Trigger;
import io.messina.stream.delivery.StateImage.Standing;

/** The unfinished events, and in which of them something may be done next. */
final class Backlog {

  private static final int NONE = Slots.NONE;

  final Slots slots = new Slots();
  final Workers workers = new Workers();

  /** What came from the log, in its order; the first is the floor. */
  final SlotList log = new SlotList(slots.order);

  /** What came back from the dead letters. */
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

  /** Room for events that are unfinished, or were. */
  long memoryBytes() {
    return slots.memoryBytes() + index.memoryBytes();
  }

  /** Takes no memory where nothing is unfinished and nobody names a slot that was. */
  void trim() {
    if (size() == 0 && !journal.namesSlots()) {
      slots.clear();
      index.clear();
      keys = new KeyHolds(current, slots);
    }
  }

  /** Events with workers, or about to be. */
  int out() {
    return out;
  }

  /** Events that were never handed out. */
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
   * Restored events whose keys are not known yet: until they are, nothing can be handed out. None
   * where keys do not matter.
   */
  int keysUnknown() {
    return current.options.perKeyMax() > 0 ? keysUnknown : 0;
  }

  int find(long position) {
    return index.get(position);
  }

  /** Takes in an event of the log that is above all others. */
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

  /** Puts a new event in line, or behind others of its key. */
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

  /** Hands out an event that is ready. */
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
    slots.workers[slot] = Workers.UNNAMED;
    out++;
  }

  /** An event that was out when its owner died, and still is. */
  void restoreHeld(int slot, Standing.Held held) {
    slots.phases[slot] = Phase.OUT;
    hold(slot, held.claim(), held.leaseMillis());
    slots.workers[slot] = workers.add(held.worker(), 1);
  }

  /** An event that waited for its next attempt when its owner died. */
  void restoreRetrying(int slot, long dueMillis) {
    slots.phases[slot] = Phase.RETRY;
    slots.dueMillis[slot] = dueMillis;
  }

  void confirm(int slot, long dueMillis) {
    move(slot, Trigger.CONFIRMED);
    slots.dueMillis[slot] = dueMillis;
  }

  /** The lease ran out: its claim id is good until the event is handed out again. */
  void runOut(int slot) {
    move(slot, Trigger.RAN_OUT);
    takeBack(slot);
    lineUp(slot, again);
  }

  /** The last claim counts no attempt. */
  void uncount(int slot) {
    slots.attempts[slot]--;
    untried += slots.attempts[slot] == 0 ? 1 : 0;
  }

  /** As if it had not been handed out. */
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

  /** It will not be handed out any more, but counts until its dead letter is written. */
  void giveUp(int slot, DeadLetter.Cause cause) {
    if (slots.phases[slot] == Phase.OUT) {
      takeBack(slot);
    }
    leaveLine(slot);
    move(slot, Trigger.GIVEN_UP);
    slots.claims[slot] = 0;
    slots.causes[slot] = cause;
  }

  /** Takes out an event that is finished. */
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

  /** Notes that the key of a restored event is still to be told, should it matter. */
  void keyUnknown(int slot) {
    slots.keyUnknown[slot] = true;
    keysUnknown++;
  }

  /** The key of a restored event; with the last of them, all get in line. */
  void key(int slot, long key) {
    if (slots.keyUnknown[slot]) {
      slots.keys[slot] = key;
      slots.keyUnknown[slot] = false;
      keysUnknown--;
      lineUpRestored();
    }
  }

  /** Until {@link #restored}, nothing is in line or has its key. */
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

  /** Events get in line, once all of their keys are known: restored ones, or all anew. */
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

  /** All events, those of the log first; the action may finish the one that it is given. */
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

  /** Something to be done with a slot. */
  @FunctionalInterface
  interface SlotAction {
    void on(int slot);
  }
}
