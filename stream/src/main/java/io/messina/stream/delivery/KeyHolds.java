package io.messina.stream.delivery;

import io.messina.api.Order;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many events of each key are active, and which wait for them, in the order of arrival.
 * Contains only keys with an active event.
 */
final class KeyHolds {

  private final CurrentOptions current;
  private final Slots slots;
  private final LongIntMap byKey = new LongIntMap();
  private final List<Hold> holds = new ArrayList<>();
  private final List<Hold> free = new ArrayList<>();

  private static final class Hold {
    final int number;
    int count;
    @Nullable SlotList waiting;

    Hold(int number) {
      this.number = number;
    }
  }

  KeyHolds(CurrentOptions current, Slots slots) {
    this.current = current;
    this.slots = slots;
  }

  /** Makes the event active, or queues it behind those of its key. */
  boolean takeOrWait(int slot) {
    Hold hold = holdOf(slots.keys[slot]);
    if (hold.count < current.options.perKeyMax()) {
      hold.count++;
      slots.holdsKey[slot] = true;
      return true;
    }
    waiting(hold).addLast(slot);
    return false;
  }

  /** Counts an event that is already active, whatever the limit. */
  void take(int slot) {
    holdOf(slots.keys[slot]).count++;
    slots.holdsKey[slot] = true;
  }

  /** An event is no longer active; returns the one that is active in its place, or none. */
  int release(int slot) {
    long key = slots.keys[slot];
    Hold hold = holdOf(key);
    hold.count--;
    slots.holdsKey[slot] = false;
    int next = hold.waiting == null ? Slots.NONE : hold.waiting.first();
    if (next != Slots.NONE && hold.count < current.options.perKeyMax()) {
      waiting(hold).remove(next);
      take(next);
      return next;
    }
    if (hold.count == 0) {
      forget(key);
    }
    return Slots.NONE;
  }

  /**
   * Whether an active event has to wait again before its next attempt: if more events of its key
   * are active than allowed, or an earlier one waits. Happens only if events were handed out when
   * the options changed.
   */
  boolean isOutOfTurn(int slot) {
    Hold hold = holdOf(slots.keys[slot]);
    return hold.count > current.options.perKeyMax()
        || (current.options.order() == Order.KEY
            && hold.waiting != null
            && hold.waiting.size() > 0
            && precedes(hold.waiting.first(), slot));
  }

  /**
   * Queues it behind the earlier ones of its key; returns the one that is active in its place, or
   * none.
   */
  int standBack(int slot) {
    SlotList waiting = waiting(holdOf(slots.keys[slot]));
    int next = waiting.first();
    while (next != Slots.NONE && precedes(next, slot)) {
      next = waiting.after(next);
    }
    waiting.addBefore(next, slot);
    return release(slot);
  }

  private boolean precedes(int one, int other) {
    return !slots.redriven[one]
        && !slots.redriven[other]
        && slots.positions[one] < slots.positions[other];
  }

  /** A waiting event waits no longer. */
  void leave(int slot) {
    waiting(holdOf(slots.keys[slot])).remove(slot);
  }

  private SlotList waiting(Hold hold) {
    SlotList waiting = hold.waiting;
    if (waiting == null) {
      waiting = new SlotList(slots.queue);
      hold.waiting = waiting;
    }
    return waiting;
  }

  private Hold holdOf(long key) {
    int number = byKey.get(key);
    return number == LongIntMap.NONE ? newHold(key) : holds.get(number);
  }

  private Hold newHold(long key) {
    if (free.isEmpty()) {
      Hold hold = new Hold(holds.size());
      holds.add(hold);
      free.add(hold);
    }
    Hold hold = free.removeLast();
    byKey.put(key, hold.number);
    return hold;
  }

  private void forget(long key) {
    free.add(holds.get(byKey.get(key)));
    byKey.remove(key);
  }
}
