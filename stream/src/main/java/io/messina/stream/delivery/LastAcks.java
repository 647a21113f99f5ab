package io.messina.stream.delivery;

import io.messina.stream.delivery.StateImage.Acked;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The acks of the last two writes, which the next owner is told of: these are the ones whose
 * answers are on their way when a process dies.
 */
final class LastAcks {

  /** Of an entry and its two numbers. */
  private static final int ENTRY_BYTES = 100;

  /** The most of one write; others are not remembered. */
  static final int MAX = 2_000;

  private SortedMap<Long, Long> before = new TreeMap<>();
  private SortedMap<Long, Long> last = new TreeMap<>();

  void add(long position, long claim) {
    if (last.size() < MAX) {
      last.put(position, claim);
    }
  }

  long memoryBytes() {
    return (long) ENTRY_BYTES * (before.size() + last.size());
  }

  void clear() {
    before = new TreeMap<>();
    last = new TreeMap<>();
  }

  /** What the write that begins says, ascending by position. */
  List<Acked> toWrite() {
    before.putAll(last);
    List<Acked> all = new ArrayList<>(before.size());
    before.forEach((position, claim) -> all.add(new Acked(position, claim)));
    before = last;
    last = new TreeMap<>();
    return all;
  }
}
