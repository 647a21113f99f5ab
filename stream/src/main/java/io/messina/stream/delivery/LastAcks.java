package io.messina.stream.delivery;

import io.messina.stream.delivery.StateImage.Acked;
import java.util.ArrayList;
import java.util.List;
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

  private TreeMap<Long, Long> before = new TreeMap<>();
  private TreeMap<Long, Long> last = new TreeMap<>();

  void add(long position, long claim) {
    if (last.size() < MAX) {
      last.put(position, claim);
    }
  }

  /** An ack of the last two writes of the former owner. */
  void restore(Acked acked) {
    before.put(acked.position(), acked.claim());
  }

  /** The claim that acknowledged a position, 0 where none is known. */
  long claim(long position) {
    return last.getOrDefault(position, before.getOrDefault(position, 0L));
  }

  long memoryBytes() {
    return (long) ENTRY_BYTES * (before.size() + last.size());
  }

  void clear() {
    before = new TreeMap<>();
    last = new TreeMap<>();
  }

  /**
   * What the write that begins says, ascending by position: twice {@value #MAX} at most, the own
   * ones first, then those of the highest positions, which are the newest mostly.
   */
  List<Acked> toWrite() {
    while (before.size() + last.size() > 2 * MAX) {
      before.pollFirstEntry();
    }
    before.putAll(last);
    List<Acked> all = new ArrayList<>(before.size());
    before.forEach((position, claim) -> all.add(new Acked(position, claim)));
    before = last;
    last = new TreeMap<>();
    return all;
  }
}
