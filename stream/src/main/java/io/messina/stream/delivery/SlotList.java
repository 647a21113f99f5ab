package io.messina.stream.delivery;

/** A linked list of slots, with its links in columns: any slot is removed in constant time. */
final class SlotList {

  private final Links links;
  private int first = Slots.NONE;
  private int last = Slots.NONE;
  private int size;

  SlotList(Links links) {
    this.links = links;
  }

  /** The first slot, or {@link Slots#NONE}. */
  int first() {
    return first;
  }

  /** The slot after another, or {@link Slots#NONE}. */
  int after(int slot) {
    return links.next[slot];
  }

  /** The last slot, or {@link Slots#NONE}. */
  int last() {
    return last;
  }

  /** The slot before another, or {@link Slots#NONE}. */
  int before(int slot) {
    return links.before[slot];
  }

  int size() {
    return size;
  }

  void addLast(int slot) {
    links.before[slot] = last;
    links.next[slot] = Slots.NONE;
    if (last == Slots.NONE) {
      first = slot;
    } else {
      links.next[last] = slot;
    }
    last = slot;
    size++;
  }

  /** Puts a slot before another, or last if {@code next} is none. */
  void addBefore(int next, int slot) {
    if (next == Slots.NONE) {
      addLast(slot);
      return;
    }
    int before = links.before[next];
    links.before[slot] = before;
    links.next[slot] = next;
    links.before[next] = slot;
    if (before == Slots.NONE) {
      first = slot;
    } else {
      links.next[before] = slot;
    }
    size++;
  }

  void remove(int slot) {
    int before = links.before[slot];
    int next = links.next[slot];
    if (before == Slots.NONE) {
      first = next;
    } else {
      links.next[before] = next;
    }
    if (next == Slots.NONE) {
      last = before;
    } else {
      links.before[next] = before;
    }
    size--;
  }
}
