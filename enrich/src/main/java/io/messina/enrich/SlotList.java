package io.messina.enrich;

import org.jspecify.annotations.Nullable;

/**
 * Slots in the order in which they came, linked by themselves.
 *
 * @param <K> a key
 * @param <S> the state of a key
 * @param <O> an output
 */
final class SlotList<K, S, O> {

  private @Nullable Slot<K, S, O> first;
  private @Nullable Slot<K, S, O> last;
  private int size;

  void add(Slot<K, S, O> slot) {
    slot.previous = last;
    slot.next = null;
    if (last == null) {
      first = slot;
    } else {
      last.next = slot;
    }
    last = slot;
    size++;
  }

  void remove(Slot<K, S, O> slot) {
    Slot<K, S, O> before = slot.previous;
    Slot<K, S, O> behind = slot.next;
    if (before == null) {
      first = behind;
    } else {
      before.next = behind;
    }
    if (behind == null) {
      last = before;
    } else {
      behind.previous = before;
    }
    slot.previous = null;
    slot.next = null;
    size--;
  }

  @Nullable Slot<K, S, O> first() {
    return first;
  }

  int size() {
    return size;
  }
}
