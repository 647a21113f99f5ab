package io.messina.enrich;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All slots, each at its index, and the links of the lists that they are in. The links are numbers
 * side by side, as references from slot to slot would touch both neighbours, which are in no cache
 * of the processor, and cost the write barriers of the collector.
 *
 * @param <K> a key
 * @param <S> the state of a key
 * @param <O> an output
 */
final class SlotTable<K, S, O> {

  /** No slot. */
  static final int NONE = -1;

  private static final int SLOTS_MIN = 64;

  private final List<Slot<K, S, O>> slots = new ArrayList<>();
  private int[] previous = new int[SLOTS_MIN];
  private int[] next = new int[SLOTS_MIN];

  Slot<K, S, O> add() {
    int index = slots.size();
    if (index == next.length) {
      previous = Arrays.copyOf(previous, 2 * index);
      next = Arrays.copyOf(next, 2 * index);
    }
    Slot<K, S, O> slot = new Slot<>(index);
    slots.add(slot);
    return slot;
  }

  Slot<K, S, O> at(int index) {
    return slots.get(index);
  }

  int previous(int index) {
    return previous[index];
  }

  int next(int index) {
    return next[index];
  }

  /** Has one slot, or {@link #NONE}, follow another one, or {@link #NONE}. */
  void link(int before, int behind) {
    if (before != NONE) {
      next[before] = behind;
    }
    if (behind != NONE) {
      previous[behind] = before;
    }
  }
}
