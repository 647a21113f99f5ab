package io.messina.aggregate.state;

/**
 * The memory that the states of a process share, however many shards and aggregates it has. Safe
 * for use by many threads.
 */
public final class StateMemory implements AutoCloseable {

  /** Of objects between commits: 64 MiB. */
  public static final long OBJECT_BYTES = 64L << 20;

  /** Of blocks that were read and of what is not written to files yet: 256 MiB. */
  public static final long CACHE_BYTES = 256L << 20;

  /**
   * Memory with bounds.
   *
   * @param objectBytes for objects on the heap, at least 1 MiB
   * @param cacheBytes outside of the heap, at least 8 MiB; up to half of it is what is not written
   *     to files yet
   * @throws IllegalArgumentException if one is below its bound
   */
  public StateMemory(long objectBytes, long cacheBytes) {}

  /** Memory with the default bounds. */
  public StateMemory() {
    this(OBJECT_BYTES, CACHE_BYTES);
  }

  /** Closes the states that are still open, as a crash would, and gives the memory back. */
  @Override
  public void close() {}
}
