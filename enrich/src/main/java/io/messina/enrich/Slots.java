package io.messina.enrich;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of which something is known, and the cache of their rows. It is bounded in bytes: the
 * rows of idle keys are removed first, the least recently used ones before others. Rows of requests
 * under way do not count, as permits bound them.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
final class Slots<K, E, S, O> {

  private static final long SLOT_BYTES = 128;

  private final EnricherCalls<K, E, S, O> enricher;
  private final long ttlNanos;
  private final long bytesMax;
  private final Map<K, Slot<K, S, O>> byKey = new HashMap<>();
  private final SlotTable<K, S, O> table = new SlotTable<>();
  private final SlotList<K, S, O> unused = newList();
  private final SlotList<K, S, O> idle = newList();
  private long bytes;

  Slots(EnrichmentOptions.Cache options, EnricherCalls<K, E, S, O> enricher) {
    this.enricher = enricher;
    this.ttlNanos = options.ttl().toNanos();
    this.bytesMax = options.bytes();
  }

  /** A list for slots of these. */
  SlotList<K, S, O> newList() {
    return new SlotList<>(table);
  }

  @Nullable Slot<K, S, O> find(K key) {
    return byKey.get(key);
  }

  Slot<K, S, O> at(int index) {
    return table.at(index);
  }

  /** The slot of a key; a new one is idle and knows no row. */
  Slot<K, S, O> of(K key) {
    Slot<K, S, O> slot = byKey.get(key);
    if (slot == null) {
      slot = unused();
      slot.key = key;
      byKey.put(key, slot);
      idle.add(slot);
    }
    return slot;
  }

  /** The one that was used last is the likeliest to be in a cache of the processor. */
  private Slot<K, S, O> unused() {
    Slot<K, S, O> slot = unused.last();
    if (slot == null) {
      return table.add();
    }
    unused.remove(slot);
    return slot;
  }

  /** A key is idle no more. */
  void wake(Slot<K, S, O> slot) {
    idle.remove(slot);
  }

  /** A key is idle: it stays as long as its row may be kept. */
  void rest(Slot<K, S, O> slot) {
    keepRow(slot);
    if (slot.rowIsKnown) {
      slot.dueNanos = slot.rowNanos + ttlNanos;
      idle.add(slot);
    } else {
      release(slot);
    }
  }

  /** A key has no request any more, and its row is kept if there is room. */
  void keepRow(Slot<K, S, O> slot) {
    uncount(slot);
    if (!slot.rowIsKnown) {
      return;
    }
    long rowBytes = rowBytes(slot.row);
    if (rowBytes < SLOT_BYTES) {
      slot.forgetRow();
      return;
    }
    Slot<K, S, O> evicted = idle.first();
    while (evicted != null && bytes + rowBytes > bytesMax) {
      evict(evicted);
      evicted = idle.first();
    }
    if (ttlNanos == 0 || bytes + rowBytes > bytesMax) {
      slot.forgetRow();
    } else {
      slot.keptBytes = rowBytes;
      bytes += rowBytes;
    }
  }

  /** Returns the bytes of a row in the cache; less than a slot if the size is unknown. */
  private long rowBytes(@Nullable StateRow<S> row) {
    S state = row == null ? null : row.state();
    return SLOT_BYTES + (state == null ? 0 : enricher.stateBytes(state));
  }

  /** Takes the row of a key that has a permit now out of the cache, where it counts no more. */
  boolean takeRow(Slot<K, S, O> slot, long nowNanos) {
    uncount(slot);
    if (slot.rowIsKnown && nowNanos - slot.rowNanos >= ttlNanos) {
      slot.forgetRow();
    }
    return slot.rowIsKnown;
  }

  private void uncount(Slot<K, S, O> slot) {
    bytes -= slot.keptBytes;
    slot.keptBytes = 0;
  }

  /** The idle key whose row leaves the cache first. */
  @Nullable Slot<K, S, O> firstIdle() {
    return idle.first();
  }

  void evict(Slot<K, S, O> slot) {
    idle.remove(slot);
    release(slot);
  }

  private void release(Slot<K, S, O> slot) {
    uncount(slot);
    slot.forgetRow();
    byKey.remove(slot.key());
    slot.key = null;
    unused.add(slot);
  }

  int busy() {
    return byKey.size() - idle.size();
  }

  int idle() {
    return idle.size();
  }

  long bytes() {
    return bytes;
  }
}
