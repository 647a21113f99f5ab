package io.messina.stream.append;

import io.messina.api.Checks;
import io.messina.api.Position;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The recent idempotency keys of a shard, by their hashes, in the order of their events. A key is
 * forgotten when the time of the window has passed since its event was appended, or when the window
 * is full of newer ones. They are kept in arrays without objects, which double as they fill;
 * without keys they are empty.
 *
 * <p>Two keys with equal 64-bit hashes count as one: an event of the second is refused, or, if the
 * 32-bit hashes of the bodies are equal too, assumed to be a repeat. The hashes should therefore be
 * good ones. For use by one thread at a time.
 */
final class IdempotencyWindow {

  /** Ten minutes. */
  static final Duration LENGTH_DEFAULT = Duration.ofMinutes(10);

  /** A million keys, for which the arrays take up to 32 MiB; smaller windows take less. */
  static final int KEYS_MAX_DEFAULT = 1 << 20;

  private static final int KEYS_MAX = 1 << 26;
  private static final int CAPACITY_MIN = 16;
  private static final int EMPTY = -1;
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  private final long lengthMicros;
  private final int keysMax;

  /** A ring: entry {@code i} in order is at {@code (start + i) & (length - 1)}. */
  private long[] keys = {};

  private long[] positions = {};
  private long[] micros = {};
  private int[] bodies = {};
  private int start;
  private int size;

  /** Open addressing: indexes into the ring by hash, in an array twice as long as the ring. */
  private int[] places = {};

  /**
   * The event that was appended under a key.
   *
   * @param body the hash of its content
   */
  record Known(Position position, int body) {}

  /**
   * An empty window.
   *
   * @param length how long a key is remembered after its event was appended
   * @param keysMax how many keys at most, from 1 to 2^26
   */
  IdempotencyWindow(Duration length, int keysMax) {
    Checks.between("keysMax", keysMax, 1, KEYS_MAX);
    this.lengthMicros = length.toNanos() / 1_000;
    this.keysMax = keysMax;
  }

  /**
   * Looks up a key.
   *
   * @param key its hash
   * @param nowMicros the time, in microseconds since 1970
   */
  Optional<Known> find(long key, long nowMicros) {
    forget(nowMicros);
    int slot = slot(key);
    return slot == EMPTY
        ? Optional.empty()
        : Optional.of(new Known(Position.unpack(positions[slot]), bodies[slot]));
  }

  /**
   * Adds the key of an event that is appended, and may be acknowledged, or that is read in the
   * log's order. A key that is known already keeps its first event.
   *
   * @param key the hash of its key
   * @param body the hash of its content
   * @param position of the event
   * @param appendMicros when it was appended
   */
  void remember(long key, int body, Position position, long appendMicros) {
    forget(appendMicros);
    if (slot(key) != EMPTY) {
      return;
    }
    if (size == keysMax) {
      removeOldest();
    }
    if (size == keys.length) {
      grow();
    }
    int slot = (start + size) & (keys.length - 1);
    keys[slot] = key;
    bodies[slot] = body;
    positions[slot] = position.packed();
    micros[slot] = appendMicros;
    places[probe(key)] = slot;
    size++;
  }

  /** How many keys it remembers. */
  int size() {
    return size;
  }

  /** How many bytes of memory its arrays take. */
  long memoryBytes() {
    return keys.length * (3L * Long.BYTES + Integer.BYTES) + (long) places.length * Integer.BYTES;
  }

  /**
   * Frees its memory.
   *
   * @param nowMicros the time, in microseconds since 1970
   * @return whether keys were forgotten before their time, so that they must be read again before
   *     the next key is looked up
   */
  boolean giveBack(long nowMicros) {
    forget(nowMicros);
    boolean isLess = size > 0;
    keys = new long[0];
    positions = new long[0];
    micros = new long[0];
    bodies = new int[0];
    places = new int[0];
    start = 0;
    size = 0;
    return isLess;
  }

  private void forget(long nowMicros) {
    while (size > 0 && micros[start] <= nowMicros - lengthMicros) {
      removeOldest();
    }
  }

  private int slot(long key) {
    return size == 0 ? EMPTY : places[probe(key)];
  }

  private void removeOldest() {
    int hole = probe(keys[start]);
    places[hole] = EMPTY;
    start = (start + 1) & (keys.length - 1);
    size--;
    closeHole(hole);
  }

  /** The index of a key in {@code places}, or the index where it would be inserted. */
  private int probe(long key) {
    int mask = places.length - 1;
    int at = home(key);
    while (places[at] != EMPTY && keys[places[at]] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private int home(long key) {
    return (int) ((key * MIXER) >>> 32) & (places.length - 1);
  }

  /** Moves back the entries that a search would no longer reach across the hole. */
  private void closeHole(int emptied) {
    int mask = places.length - 1;
    int hole = emptied;
    for (int at = (hole + 1) & mask; places[at] != EMPTY; at = (at + 1) & mask) {
      int home = home(keys[places[at]]);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        places[hole] = places[at];
        places[at] = EMPTY;
        hole = at;
      }
    }
  }

  private void grow() {
    int capacity = Math.max(CAPACITY_MIN, keys.length * 2);
    positions = turned(positions, new long[capacity]);
    micros = turned(micros, new long[capacity]);
    bodies = turned(bodies, new int[capacity]);
    keys = turned(keys, new long[capacity]);
    start = 0;
    places = new int[capacity * 2];
    Arrays.fill(places, EMPTY);
    for (int slot = 0; slot < size; slot++) {
      places[probe(keys[slot])] = slot;
    }
  }

  /** Copies a full ring, from its oldest entry on. */
  private <A> A turned(A from, A to) {
    System.arraycopy(from, start, to, 0, size - start);
    System.arraycopy(from, 0, to, size - start, start);
    return to;
  }
}
