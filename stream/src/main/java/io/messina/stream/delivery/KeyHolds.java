package io.messina.stream.delivery;

import io.messina.api.GroupOptions;
import io.messina.api.Order;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many events of each key are active, and which wait for them, in the order of arrival.
 * Contains only keys with an active event.
 */
final class KeyHolds {

  private final int perKeyMax;
  private final boolean inOrder;
  private final Map<Long, Hold> holds = new HashMap<>();

  private static final class Hold {
    int count;
    Deque<Entry> waiting = new ArrayDeque<>(0);
  }

  KeyHolds(GroupOptions options) {
    this.perKeyMax = options.perKeyMax();
    this.inOrder = options.order() == Order.KEY;
  }

  /** Whether events wait for others of their keys at all. */
  boolean areUsed() {
    return perKeyMax > 0;
  }

  /** Whether later events of a key wait until a failed one has been tried again. */
  boolean areKeptForRetry() {
    return inOrder;
  }

  /** Makes the event active, or queues it behind those of its key. */
  boolean takeOrWait(Entry entry) {
    Hold hold = holdOf(entry);
    if (hold.count < perKeyMax) {
      take(hold, entry);
      return true;
    }
    hold.waiting.addLast(entry);
    return false;
  }

  /** Counts an event that is already active, whatever the limit. */
  void take(Entry entry) {
    take(holdOf(entry), entry);
  }

  private static void take(Hold hold, Entry entry) {
    hold.count++;
    entry.holdsKey = true;
  }

  /** An event is no longer active; returns the one that is active in its place, or none. */
  @Nullable Entry release(Entry entry) {
    Hold hold = holdOf(entry);
    hold.count--;
    entry.holdsKey = false;
    Entry next = hold.count < perKeyMax ? hold.waiting.poll() : null;
    if (next != null) {
      take(hold, next);
    } else if (hold.count == 0) {
      holds.remove(entry.key);
    }
    return next;
  }

  /**
   * Whether an active event has to wait again before its next attempt: if more events of its key
   * are active than allowed, or an earlier one waits. Happens only if events were handed out when
   * the options changed.
   */
  boolean isOutOfTurn(Entry entry) {
    Hold hold = holdOf(entry);
    Entry first = hold.waiting.peek();
    return hold.count > perKeyMax || (inOrder && first != null && first.precedes(entry));
  }

  /**
   * Queues it behind the earlier ones of its key; returns the one that is active in its place, or
   * none.
   */
  @Nullable Entry standBack(Entry entry) {
    Hold hold = holdOf(entry);
    Deque<Entry> waiting = new ArrayDeque<>();
    while (!hold.waiting.isEmpty() && hold.waiting.element().precedes(entry)) {
      waiting.add(hold.waiting.remove());
    }
    waiting.add(entry);
    waiting.addAll(hold.waiting);
    hold.waiting = waiting;
    return release(entry);
  }

  /** A waiting event waits no longer. */
  void leave(Entry entry) {
    holdOf(entry).waiting.remove(entry);
  }

  private Hold holdOf(Entry entry) {
    return holds.computeIfAbsent(entry.key, _ -> new Hold());
  }
}
