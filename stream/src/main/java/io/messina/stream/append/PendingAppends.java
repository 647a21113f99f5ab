package io.messina.stream.append;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The unanswered appends with keys or numbers. Undecided ones hold nothing, and nothing of them is
 * stored; the others hold keys and numbers. For use by one thread at a time.
 */
final class PendingAppends {

  /** How many bytes they may take; a single one may be larger. */
  static final long BYTES_MAX = 32L << 20;

  /** How many there may be. */
  static final int APPENDS_MAX = 10_000;

  private final Set<PendingAppend> undecided = new LinkedHashSet<>();
  private final Set<PendingAppend> held = new LinkedHashSet<>();
  private int count;
  private long bytes;

  boolean isEmpty() {
    return count == 0;
  }

  /** Adds an undecided append, if there is room. */
  boolean admit(PendingAppend append) {
    if (count >= APPENDS_MAX || (count > 0 && bytes + append.bytes > BYTES_MAX)) {
      return false;
    }
    count++;
    bytes += append.bytes;
    return undecided.add(append);
  }

  boolean isUndecided(PendingAppend append) {
    return undecided.contains(append);
  }

  /** An undecided append now holds something. */
  void hold(PendingAppend append) {
    undecided.remove(append);
    held.add(append);
  }

  /** An append no longer holds anything. */
  void letGo(PendingAppend append) {
    held.remove(append);
  }

  /** An append that was released is to be decided again. */
  void putBack(PendingAppend append) {
    undecided.add(append);
  }

  /** An append is being answered. A repeat changes nothing. */
  void drop(PendingAppend append) {
    undecided.remove(append);
    held.remove(append);
    if (!append.dropped) {
      append.dropped = true;
      count--;
      bytes -= append.bytes;
    }
  }

  /** Takes out all undecided ones, in the order of their arrival. */
  List<PendingAppend> takeUndecided() {
    List<PendingAppend> taken = List.copyOf(undecided);
    undecided.clear();
    return taken;
  }

  List<PendingAppend> held() {
    return List.copyOf(held);
  }
}
