package io.messina.messaging.track;

/**
 * The ids of recent messages, by 64-bit hashes: between 32,768 and twice as many once it is full,
 * in 1 MiB at most. An id with the hash of another one counts as known. For one thread.
 */
final class RecentIds {

  private static final int IDS_MAX = 1 << 15;
  private static final int SLOTS_MIN = 1 << 8;
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long NONE = 0;

  /** Open addressing, at most half full. */
  private long[] young = new long[SLOTS_MIN];

  private long[] old = new long[SLOTS_MIN]; // full before the young ones began
  private int size; // of the young ones

  /** Adds an id. Returns whether it was not known. */
  boolean add(String id) {
    long hash = hash(id);
    int slot = slot(young, hash);
    if (young[slot] == hash || old[slot(old, hash)] == hash) {
      return false;
    }
    young[slot] = hash;
    size++;
    if (size == IDS_MAX) {
      clearOld();
    } else if (2 * size > young.length) {
      grow();
    }
    return true;
  }

  /** Forgets all. */
  void clear() {
    clearOld();
    clearOld();
  }

  private void clearOld() {
    old = young;
    young = new long[SLOTS_MIN];
    size = 0;
  }

  private void grow() {
    long[] larger = new long[2 * young.length];
    for (long hash : young) {
      if (hash != NONE) {
        larger[slot(larger, hash)] = hash;
      }
    }
    young = larger;
  }

  /** The slot of a hash, or the one in which it would be. */
  private static int slot(long[] slots, long hash) {
    int mask = slots.length - 1;
    int slot = (int) (hash >>> Integer.SIZE) & mask;
    while (slots[slot] != NONE && slots[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** FNV-1a, of which no value is {@link #NONE}. */
  private static long hash(String id) {
    long hash = FNV_BASIS;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * FNV_PRIME;
    }
    return hash == NONE ? FNV_BASIS : hash;
  }
}
