package io.messina.aggregate.state;

import io.messina.store.Bytes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory that the states of a process share, however many shards and aggregates it has. Safe
 * for use by many threads.
 */
public final class StateMemory implements AutoCloseable {

  /** Of objects between commits: 64 MiB. */
  public static final long OBJECT_BYTES = 64L << 20;

  /**
   * The memory of blocks that were read and of changes that are not written to files yet: 256 MiB.
   */
  public static final long CACHE_BYTES = 256L << 20;

  /** The number of keys without values that are remembered as existing. */
  private static final int KNOWN = 1 << 17;

  private static final long PENDING_MIN = 1L << 20;
  private static final long PENDING_MAX = 8L << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final boolean compacts;
  private final long objectBytesMax;
  private final LRUCache cache;
  private final WriteBufferManager buffers;
  private final AtomicLong objectBytes = new AtomicLong();
  private final AtomicReferenceArray<Known> known = new AtomicReferenceArray<>(KNOWN);
  private final Set<ShardState> open = ConcurrentHashMap.newKeySet();

  /** Held while the memory must not be given back. */
  private final ReadWriteLock usable = new ReentrantReadWriteLock();

  private boolean closed;

  /** A key that exists, and its state. */
  private record Known(Object state, Bytes key) {}

  /**
   * Memory with bounds.
   *
   * @param objectBytes for objects on the heap; up to twice as much for a moment, as when a shard
   *     that had all of it is quiet
   * @param cacheBytes outside of the heap; up to half of it is for changes that are not written to
   *     files yet
   * @throws IllegalArgumentException if one is below 1
   */
  public StateMemory(long objectBytes, long cacheBytes) {
    this(objectBytes, cacheBytes, true);
  }

  /** Without compactions the files of a state are the same whenever the same is done to it. */
  StateMemory(long objectBytes, long cacheBytes, boolean compacts) {
    if (objectBytes < 1 || cacheBytes < 1) {
      throw new IllegalArgumentException(
          "memory: %d and %d bytes (expected: from 1)".formatted(objectBytes, cacheBytes));
    }
    this.compacts = compacts;
    this.objectBytesMax = objectBytes;
    this.cache = new LRUCache(cacheBytes);
    this.buffers = new WriteBufferManager(cacheBytes / 2, cache);
  }

  /** Memory with the default bounds. */
  public StateMemory() {
    this(OBJECT_BYTES, CACHE_BYTES);
  }

  boolean compacts() {
    return compacts;
  }

  LRUCache cache() {
    return cache;
  }

  WriteBufferManager buffers() {
    return buffers;
  }

  /**
   * Opens a database with this memory. One that takes memory which was given back crashes the
   * process, perhaps much later.
   *
   * @throws IllegalStateException if this is closed
   */
  <R> R whileOpen(Supplier<R> action) {
    usable.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("the memory of states is closed (expected: open)");
      }
      return action.get();
    } finally {
      usable.readLock().unlock();
    }
  }

  /**
   * A state was opened.
   *
   * @throws IllegalStateException if this is closed
   */
  void opened(ShardState state) {
    boolean _ = whileOpen(() -> open.add(state));
  }

  void closed(ShardState state) {
    open.remove(state);
  }

  /** The objects of a state have grown, or shrunk. */
  void grown(long bytes) {
    objectBytes.addAndGet(bytes);
  }

  long objectBytes() {
    return objectBytes.get();
  }

  boolean isFull() {
    return objectBytes() > objectBytesMax;
  }

  /** The memory that each state certainly has. */
  long share() {
    return objectBytesMax / Math.max(1, open.size());
  }

  /** The most bytes that a state changes before it commits. */
  long pendingMax() {
    return Math.clamp(share(), PENDING_MIN, PENDING_MAX);
  }

  @SuppressWarnings("ReferenceEquality") // a state is equal to itself only
  boolean isKnown(Object state, Bytes key) {
    Known there = known.getOpaque(place(key));
    return there != null && there.state == state && there.key.equals(key);
  }

  void know(Object state, Bytes key) {
    known.setOpaque(place(key), new Known(state, key));
  }

  private static int place(Bytes key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 15)) & (KNOWN - 1);
  }

  /**
   * Closes the states that are still open, as a crash would, and gives the memory back; no state
   * can be opened any more. Waits for those that are being opened. A repeat changes nothing.
   */
  @Override
  public void close() {
    usable.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        Set.copyOf(open).forEach(ShardState::close);
        buffers.close();
        cache.close();
      }
    } finally {
      usable.writeLock().unlock();
    }
  }
}
