package io.messina.stream.append;

import java.util.Arrays;

/**
 * Entries in the order of their arrival, found by key, in arrays without objects. When full, drops
 * the oldest. The arrays double as they fill; without entries they are empty.
 */
final class KeyRing {

  private static final int KEYS_MAX = 1 << 26;
  private static final int CAPACITY_MIN = 16;
  private static final int EMPTY = -1;
  private static final long MIXER = 0x9E3779B97F4A7C15L;

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

  KeyRing(int keysMax) {
    if (keysMax < 1 || keysMax > KEYS_MAX) {
      throw new IllegalArgumentException(
          "keysMax: " + keysMax + " (expected: from 1 to " + KEYS_MAX + ")");
    }
    this.keysMax = keysMax;
  }

  int size() {
    return size;
  }

  /** How many bytes of memory its arrays take. */
  long memoryBytes() {
    return keys.length * (3L * Long.BYTES + Integer.BYTES) + (long) places.length * Integer.BYTES;
  }

  /** Drops all entries, and the arrays. */
  void clear() {
    keys = new long[0];
    positions = new long[0];
    micros = new long[0];
    bodies = new int[0];
    places = new int[0];
    start = 0;
    size = 0;
  }

  /** The index of an entry, or -1; valid until the ring changes. */
  int find(long key) {
    return size == 0 ? EMPTY : places[probe(key)];
  }

  long position(int slot) {
    return positions[slot];
  }

  int body(int slot) {
    return bodies[slot];
  }

  long oldestMicros() {
    return micros[start];
  }

  /** Adds an entry after all others, unless its key is present. */
  void add(long key, int body, long position, long appendMicros) {
    if (find(key) != EMPTY) {
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
    positions[slot] = position;
    micros[slot] = appendMicros;
    places[probe(key)] = slot;
    size++;
  }

  void removeOldest() {
    int hole = probe(keys[start]);
    places[hole] = EMPTY;
    start = (start + 1) & (keys.length - 1);
    size--;
    closeHole(hole);
  }

  /** The slot of a key in {@code places}, or the slot where it would be inserted. */
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
    keys = turned(keys, capacity);
    positions = turned(positions, capacity);
    micros = turned(micros, capacity);
    int[] turnedBodies = new int[capacity];
    int tail = bodies.length - start;
    System.arraycopy(bodies, start, turnedBodies, 0, tail);
    System.arraycopy(bodies, 0, turnedBodies, tail, start);
    bodies = turnedBodies;
    start = 0;
    places = emptyPlaces(capacity);
    for (int slot = 0; slot < size; slot++) {
      places[probe(keys[slot])] = slot;
    }
  }

  private long[] turned(long[] array, int capacity) {
    long[] turned = new long[capacity];
    int tail = array.length - start;
    System.arraycopy(array, start, turned, 0, tail);
    System.arraycopy(array, 0, turned, tail, start);
    return turned;
  }

  private static int[] emptyPlaces(int capacity) {
    int[] places = new int[capacity * 2];
    Arrays.fill(places, EMPTY);
    return places;
  }
}
