package io.messina.stream.append;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The appends with keys or numbers that are not answered: undecided ones hold nothing and are
 * nowhere stored, held ones hold keys and numbers. For use by one thread at a time.
 */
final class PendingAppends {

  /** What they may take, unless there is only one. */
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

  /** Takes an append in as undecided, where there is room. */
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

  /** An undecided one holds something. */
  void hold(PendingAppend append) {
    undecided.remove(append);
    held.add(append);
  }

  /** One holds nothing any more. */
  void letGo(PendingAppend append) {
    held.remove(append);
  }

  /** One that was let go is to be decided again. */
  void putBack(PendingAppend append) {
    undecided.add(append);
  }

  /** One is being answered. Repeating it changes nothing. */
  void drop(PendingAppend append) {
    undecided.remove(append);
    held.remove(append);
    if (!append.dropped) {
      append.dropped = true;
      count--;
      bytes -= append.bytes;
    }
  }

  /** Takes all undecided ones out, in the order in which they came. */
  List<PendingAppend> takeUndecided() {
    List<PendingAppend> taken = List.copyOf(undecided);
    undecided.clear();
    return taken;
  }

  List<PendingAppend> held() {
    return List.copyOf(held);
  }
}
