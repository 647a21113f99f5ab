package io.messina.store.rocksdb;

import java.time.Duration;

/**
 * The use of memory, disk and time by a {@link RocksStore}. Immutable: each {@code with} method
 * returns a new set of options.
 *
 * @param durability the failures that an acknowledged write survives; default {@link
 *     Durability#SYNC}
 * @param blockCacheBytes memory for blocks read from disk, at least 1 MiB; default 64 MiB. Small
 *     rows that were read take at most as much of the heap besides
 * @param writeBufferBytes memory for writes that are not yet in sorted files, all tables together,
 *     at least 4 MiB; default 128 MiB
 * @param backgroundJobs threads that write and merge sorted files, from 1; default 2
 * @param queuedBytesMax keys and values that may wait to be written; beyond that callers wait
 *     before they queue; default 64 MiB, at least the largest batch
 * @param freeBytesMin free space of the disk below which writes are refused as unavailable, so that
 *     there is room to tidy up; from 0; default 128 MiB
 * @param deleteMemory how long a delete hides older rows that arrive after it, at most ten years;
 *     default 10 days
 * @param sweepInterval how often expired and deleted rows are looked for and removed from disk;
 *     longer than zero; default 1 minute
 */
public record RocksStoreOptions(
    Durability durability,
    long blockCacheBytes,
    long writeBufferBytes,
    int backgroundJobs,
    int queuedBytesMax,
    long freeBytesMin,
    Duration deleteMemory,
    Duration sweepInterval) {

  private static final Duration DELETE_MEMORY_MAX = Duration.ofDays(3650);
  private static final int MIB = 1024 * 1024;

  /** The defaults. */
  public static final RocksStoreOptions DEFAULT =
      new RocksStoreOptions(
          Durability.SYNC,
          64 * MIB,
          128 * MIB,
          2,
          64 * MIB,
          128 * MIB,
          Duration.ofDays(10),
          Duration.ofMinutes(1));

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException where one is out of bounds
   */
  public RocksStoreOptions {
    require(blockCacheBytes >= MIB, "blockCacheBytes", blockCacheBytes, "at least 1 MiB");
    require(writeBufferBytes >= 4 * MIB, "writeBufferBytes", writeBufferBytes, "at least 4 MiB");
    require(backgroundJobs >= 1, "backgroundJobs", backgroundJobs, "from 1");
    require(
        queuedBytesMax >= RocksLimits.BATCH_BYTES_MAX,
        "queuedBytesMax",
        queuedBytesMax,
        "at least " + RocksLimits.BATCH_BYTES_MAX);
    require(freeBytesMin >= 0, "freeBytesMin", freeBytesMin, "from 0");
    require(
        !deleteMemory.isNegative() && deleteMemory.compareTo(DELETE_MEMORY_MAX) <= 0,
        "deleteMemory",
        deleteMemory,
        "from zero to " + DELETE_MEMORY_MAX);
    require(sweepInterval.isPositive(), "sweepInterval", sweepInterval, "longer than zero");
  }

  /**
   * The same options with another durability.
   *
   * @param durability the failures that an acknowledged write survives
   * @return new options
   */
  public RocksStoreOptions withDurability(Durability durability) {
    return new RocksStoreOptions(
        durability,
        blockCacheBytes,
        writeBufferBytes,
        backgroundJobs,
        queuedBytesMax,
        freeBytesMin,
        deleteMemory,
        sweepInterval);
  }

  /**
   * The same options with another reserve of disk space.
   *
   * @param freeBytesMin free space below which writes are refused
   * @return new options
   */
  public RocksStoreOptions withFreeBytesMin(long freeBytesMin) {
    return new RocksStoreOptions(
        durability,
        blockCacheBytes,
        writeBufferBytes,
        backgroundJobs,
        queuedBytesMax,
        freeBytesMin,
        deleteMemory,
        sweepInterval);
  }

  /**
   * The same options with another memory for deletes.
   *
   * @param deleteMemory how long a delete hides older rows that arrive after it
   * @return new options
   */
  public RocksStoreOptions withDeleteMemory(Duration deleteMemory) {
    return new RocksStoreOptions(
        durability,
        blockCacheBytes,
        writeBufferBytes,
        backgroundJobs,
        queuedBytesMax,
        freeBytesMin,
        deleteMemory,
        sweepInterval);
  }

  private static void require(boolean condition, String name, Object value, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
    }
  }
}
