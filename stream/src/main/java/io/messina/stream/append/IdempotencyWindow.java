package io.messina.stream.append;

import io.messina.api.Position;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The idempotency keys that a shard has seen lately, by their hashes. A key is forgotten once its
 * event was appended longer ago than the window, or once as many newer ones as the window holds
 * came after it.
 *
 * <p>Two keys with equal 64-bit hashes count as one: an event of the second would be refused, or,
 * where the 32 bits of the bodies agree too, taken for a repeat. The hashes should therefore be
 * good ones. For use by one thread at a time; rebuilt at take-over by {@link #remember}.
 */
final class IdempotencyWindow {

  /** Ten minutes. */
  static final Duration LENGTH_DEFAULT = Duration.ofMinutes(10);

  /** A million keys; with that a window takes up to 32 MiB, of which it takes what it needs. */
  static final int KEYS_MAX_DEFAULT = 1 << 20;

  private final long lengthMicros;
  private final KeyRing ring;
  private final Map<Long, Integer> underWay = new HashMap<>();

  /**
   * An empty window.
   *
   * @param length for how long a key is remembered after its event was appended
   * @param keysMax how many at most, from 1 to 2^26
   */
  IdempotencyWindow(Duration length, int keysMax) {
    this.lengthMicros = length.toNanos() / 1_000;
    this.ring = new KeyRing(keysMax);
  }

  /**
   * Looks a key up, and holds it where it is new.
   *
   * @param key the hash of the key
   * @param body the hash of the event's content
   * @param nowMicros the time, in microseconds since 1970
   * @return whether to append the event
   */
  KeyCheck see(long key, int body, long nowMicros) {
    forget(nowMicros);
    if (underWay.containsKey(key)) {
      return new KeyCheck.UnderWay();
    }
    int slot = ring.find(key);
    if (slot < 0) {
      underWay.put(key, body);
      return new KeyCheck.First();
    }
    Position position = Position.unpack(ring.position(slot));
    return ring.body(slot) == body
        ? new KeyCheck.Repeat(position)
        : new KeyCheck.OtherBody(position);
  }

  /**
   * Notes that an event whose key was new is appended, and may be acknowledged.
   *
   * @param key what {@link #see} was asked about
   * @param position where it stands
   * @param appendMicros when it was appended
   */
  void settle(long key, Position position, long appendMicros) {
    Integer body = underWay.remove(key);
    if (body == null) {
      throw new IllegalStateException("key: " + key + " (expected: one that is under way)");
    }
    remember(key, body, position, appendMicros);
  }

  /**
   * Notes that an event whose key was new was certainly not appended.
   *
   * @param key what {@link #see} was asked about
   */
  void release(long key) {
    underWay.remove(key);
  }

  /**
   * Takes an event of the log, in the log's order, into a window that is rebuilt. A key that is
   * there already keeps its first event.
   *
   * @param key the hash of its key
   * @param body the hash of its content
   * @param position where it stands
   * @param appendMicros when it was appended
   */
  void remember(long key, int body, Position position, long appendMicros) {
    forget(appendMicros);
    ring.add(key, body, position.packed(), appendMicros);
  }

  /**
   * How many keys it remembers.
   *
   * @return without those under way
   */
  int size() {
    return ring.size();
  }

  /** What it takes in memory, without keys under way. */
  long memoryBytes() {
    return ring.memoryBytes();
  }

  /**
   * Gives its memory back; no key may be under way.
   *
   * @param nowMicros the time, in microseconds since 1970
   * @return whether it has forgotten keys before their time, which are to be remembered again
   *     before the next is seen
   */
  boolean giveBack(long nowMicros) {
    forget(nowMicros);
    boolean isLess = ring.size() > 0;
    ring.clear();
    return isLess;
  }

  private void forget(long nowMicros) {
    while (ring.size() > 0 && ring.oldestMicros() <= nowMicros - lengthMicros) {
      ring.removeOldest();
    }
  }
}
