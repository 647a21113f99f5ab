package io.messina.stream.offsets;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/** The newest events that were handed out; it forgets the oldest, and all when its process ends. */
final class SeenEvents {

  private final int max;
  private final SequencedSet<String> seen = new LinkedHashSet<>();

  SeenEvents(int max) {
    this.max = max;
  }

  /** Whether the event is new, as far as is remembered. */
  boolean add(String event) {
    boolean isNew = seen.add(event);
    if (seen.size() > max) {
      seen.removeFirst();
    }
    return isNew;
  }
}
