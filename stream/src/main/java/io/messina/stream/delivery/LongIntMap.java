package io.messina.stream.delivery;

import java.util.Arrays;

/**
 * Maps longs to ints without boxing: open addressing with linear probing, at most half full. While
 * empty, it takes no memory.
 */
final class LongIntMap {

  /** The value of an absent key. */
  static final int NONE = -1;

  private static final int CAPACITY_MIN = 16;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long[] keys = {};
  private int[] values = {};
  private int size;

  /** The value of a key, or {@link #NONE}. */
  int get(long key) {
    return size == 0 ? NONE : values[placeOf(key)];
  }

  /** Sets the value of a key, from 0. */
  void put(long key, int value) {
    if (keys.length == 0) {
      grow(CAPACITY_MIN);
    }
    int place = placeOf(key);
    if (values[place] == NONE) {
      size++;
    }
    keys[place] = key;
    values[place] = value;
    if (2 * size > keys.length) {
      grow(2 * keys.length);
    }
  }

  void remove(long key) {
    if (size == 0) {
      return;
    }
    int hole = placeOf(key);
    if (values[hole] == NONE) {
      return;
    }
    size--;
    values[hole] = NONE;
    closeGap(hole);
  }

  int size() {
    return size;
  }

  long memoryBytes() {
    return (long) keys.length * (Long.BYTES + Integer.BYTES);
  }

  /** Removes all keys, and frees the memory. */
  void clear() {
    keys = new long[0];
    values = new int[0];
    size = 0;
  }

  /** Moves back entries behind a hole, so that probing needs no marks for removed keys. */
  private void closeGap(int emptied) {
    int mask = keys.length - 1;
    int hole = emptied;
    for (int place = (hole + 1) & mask; values[place] != NONE; place = (place + 1) & mask) {
      int distanceFromHome = (place - home(keys[place])) & mask;
      int distanceFromHole = (place - hole) & mask;
      if (distanceFromHome >= distanceFromHole) {
        keys[hole] = keys[place];
        values[hole] = values[place];
        values[place] = NONE;
        hole = place;
      }
    }
  }

  private int placeOf(long key) {
    int mask = keys.length - 1;
    int place = home(key);
    while (values[place] != NONE && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private int home(long key) {
    return (int) ((key * GOLDEN) >>> (Long.numberOfLeadingZeros(keys.length) + 1));
  }

  private void grow(int capacity) {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[capacity];
    values = empty(keys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != NONE) {
        int place = placeOf(oldKeys[i]);
        keys[place] = oldKeys[i];
        values[place] = oldValues[i];
      }
    }
  }

  private static int[] empty(int capacity) {
    int[] values = new int[capacity];
    Arrays.fill(values, NONE);
    return values;
  }
}
