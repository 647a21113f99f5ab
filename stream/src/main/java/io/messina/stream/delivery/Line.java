package io.messina.stream.delivery;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ready events in the order in which they are handed out. An event that leaves from the middle,
 * which never comes back, stays in the queue until it would be the first.
 */
final class Line {

  private final Deque<Entry> queue = new ArrayDeque<>();
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The first event; the line must not be empty. */
  Entry first() {
    return queue.element();
  }

  void add(Entry entry) {
    queue.add(entry);
    entry.line = this;
    size++;
  }

  void remove(Entry entry) {
    entry.line = null;
    size--;
    while (!queue.isEmpty() && queue.element().line != this) {
      queue.remove();
    }
  }
}
