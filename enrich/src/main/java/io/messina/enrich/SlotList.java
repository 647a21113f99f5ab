package io.messina.enrich;

import org.jspecify.annotations.Nullable;

/**
 * Slots in the order in which they came. A slot is in one list at a time.
 *
 * @param <K> a key
 * @param <S> the state of a key
 * @param <O> an output
 */
final class SlotList<K, S, O> {

  private final SlotTable<K, S, O> table;
  private int first = SlotTable.NONE;
  private int last = SlotTable.NONE;
  private int size;

  SlotList(SlotTable<K, S, O> table) {
    this.table = table;
  }

  void add(Slot<K, S, O> slot) {
    int index = slot.index;
    table.link(last, index);
    table.link(index, SlotTable.NONE);
    if (size == 0) {
      first = index;
    }
    last = index;
    size++;
  }

  void remove(Slot<K, S, O> slot) {
    int before = table.previous(slot.index);
    int behind = table.next(slot.index);
    table.link(before, behind);
    if (before == SlotTable.NONE) {
      first = behind;
    }
    if (behind == SlotTable.NONE) {
      last = before;
    }
    size--;
  }

  @Nullable Slot<K, S, O> first() {
    return first == SlotTable.NONE ? null : table.at(first);
  }

  @Nullable Slot<K, S, O> last() {
    return last == SlotTable.NONE ? null : table.at(last);
  }

  int size() {
    return size;
  }
}
