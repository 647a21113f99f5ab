package io.messina.stream.delivery;

import io.messina.stream.delivery.StateImage.Acked;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The acks of the last two writes, which the durable state contains: their answers may be on the
 * way when a process dies, so workers may repeat these acks to the next owner.
 */
final class LastAcks {

  /** The memory of an entry and its two numbers. */
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

  /** An ack of the former owner's last two writes. */
  void restore(Acked acked) {
    before.put(acked.position(), acked.claim());
  }

  /** The claim that acknowledged a position, 0 if none is known. */
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
   * The acks for the next write, ascending by position: at most twice {@value #MAX}. If there are
   * more, the former owner's acks of the lowest positions, which are mostly the oldest, are left
   * out.
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
