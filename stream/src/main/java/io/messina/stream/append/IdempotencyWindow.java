package io.messina.stream.append;

import io.messina.api.Position;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The recent idempotency keys of a shard, by their hashes. A key is forgotten when the time of the
 * window has passed since its event was appended, or when the window is full of newer ones.
 *
 * <p>Two keys with equal 64-bit hashes count as one: an event of the second is refused, or, if the
 * 32-bit hashes of the bodies are equal too, assumed to be a repeat. The hashes should therefore be
 * good ones. For use by one thread at a time; rebuilt at take-over by {@link #remember}.
 */
final class IdempotencyWindow {

  /** Ten minutes. */
  static final Duration LENGTH_DEFAULT = Duration.ofMinutes(10);

  /** A million keys, for which the arrays take up to 32 MiB; smaller windows take less. */
  static final int KEYS_MAX_DEFAULT = 1 << 20;

  private final long lengthMicros;
  private final KeyRing ring;
  private final Map<Long, Integer> underWay = new HashMap<>();

  /**
   * An empty window.
   *
   * @param length how long a key is remembered after its event was appended
   * @param keysMax how many keys at most, from 1 to 2^26
   */
  IdempotencyWindow(Duration length, int keysMax) {
    this.lengthMicros = length.toNanos() / 1_000;
    this.ring = new KeyRing(keysMax);
  }

  /**
   * Looks up a key, and holds it if it is new.
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
   * The event of a new key is appended, and may be acknowledged.
   *
   * @param key as passed to {@link #see}
   * @param position of the event
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
   * The event of a new key was certainly not appended.
   *
   * @param key as passed to {@link #see}
   */
  void release(long key) {
    underWay.remove(key);
  }

  /**
   * Adds an event of the log to a window that is rebuilt, in the log's order. A key that is known
   * already keeps its first event.
   *
   * @param key the hash of its key
   * @param body the hash of its content
   * @param position of the event
   * @param appendMicros when it was appended
   */
  void remember(long key, int body, Position position, long appendMicros) {
    forget(appendMicros);
    ring.add(key, body, position.packed(), appendMicros);
  }

  /** How many keys it remembers, without keys of appends in progress. */
  int size() {
    return ring.size();
  }

  /** How many bytes of memory it takes, without keys of appends in progress. */
  long memoryBytes() {
    return ring.memoryBytes();
  }

  /**
   * Frees its memory; no append may be in progress.
   *
   * @param nowMicros the time, in microseconds since 1970
   * @return whether keys were forgotten before their time, so that they must be read again before
   *     the next key is looked up
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
