package io.messina.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an engine can hold, and for how long it remembers a delete. Sizes are of the values
 * themselves, see {@link ColumnType#sizeBytes}; what engines add around them does not count.
 *
 * @param partitionKeyBytesMax all partition columns of a row together
 * @param clusteringKeyBytesMax all clustering columns of a row together
 * @param valueBytesMax one value of another column
 * @param batchBytesMax all keys and values of a batch together
 * @param batchMutationsMax puts and deletes of a batch
 * @param expiresAtMax the furthest expiry
 * @param deleteMemory how long a delete hides older rows that arrive after it: a row whose
 *     timestamp is older than now minus this may come to light although a delete above it once
 *     applied
 */
public record StoreLimits(
    int partitionKeyBytesMax,
    int clusteringKeyBytesMax,
    int valueBytesMax,
    int batchBytesMax,
    int batchMutationsMax,
    Instant expiresAtMax,
    Duration deleteMemory) {

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException where a row with the largest keys and one largest value does
   *     not fit into a batch
   */
  public StoreLimits {
    long largest = (long) partitionKeyBytesMax + clusteringKeyBytesMax + valueBytesMax;
    if (batchBytesMax < largest) {
      throw new IllegalArgumentException(
          "batchBytesMax: " + batchBytesMax + " (expected: at least " + largest + ", one row)");
    }
  }

  /**
   * Refuses a batch that is too large, expires too late or whose timestamp lies too far ahead.
   *
   * @param batch the batch
   * @param now the time by the engine's wall clock
   * @throws StoreException with code {@link StoreException.Code#LIMIT_EXCEEDED}
   */
  public void check(PlainBatch batch, Instant now) {
    try {
      HybridClock.checkAhead(batch.timestampMicros(), now);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          StoreException.Code.LIMIT_EXCEEDED,
          batch.partition().table().name() + ": " + e.getMessage(),
          e);
    }
    check(batch.partition(), batch.mutations(), 0);
  }

  /**
   * Refuses a batch that is too large.
   *
   * @param batch the batch
   * @throws StoreException with code {@link StoreException.Code#LIMIT_EXCEEDED}
   */
  public void check(FencedBatch batch) {
    long statics = 0;
    for (Cell<?> cell : batch.set()) {
      statics += valueBytes(batch.partition().table(), cell.column(), cell.value());
    }
    check(batch.partition(), batch.mutations(), statics);
  }

  /**
   * Refuses a key that is too large.
   *
   * @param key the row
   * @throws StoreException with code {@link StoreException.Code#LIMIT_EXCEEDED}
   */
  public void check(RowKey key) {
    check(key.partition());
    clusteringBytes(key.clustering());
  }

  /**
   * Refuses a key that is too large.
   *
   * @param key the partition
   * @throws StoreException with code {@link StoreException.Code#LIMIT_EXCEEDED}
   */
  public void check(PartitionKey key) {
    checkMax(
        key.table(),
        "partition key bytes",
        keyBytes(key.table().partitionColumns(), key.values()),
        partitionKeyBytesMax);
  }

  /**
   * Refuses a scan whose partition key or bounds are too large.
   *
   * @param scan the scan
   * @throws StoreException with code {@link StoreException.Code#LIMIT_EXCEEDED}
   */
  public void check(Scan scan) {
    check(scan.partition());
    rangeBytes(scan.range());
  }

  /**
   * Refuses a walk behind a partition whose key is too large.
   *
   * @param walk the walk
   * @throws StoreException with code {@link StoreException.Code#LIMIT_EXCEEDED}
   */
  public void check(PartitionWalk walk) {
    walk.after().ifPresent(this::check);
  }

  private void check(PartitionKey partition, List<Mutation> mutations, long otherBytes) {
    check(partition);
    Table table = partition.table();
    checkMax(table, "mutations in a batch", mutations.size(), batchMutationsMax);
    long bytes = otherBytes + keyBytes(table.partitionColumns(), partition.values());
    for (Mutation mutation : mutations) {
      bytes += mutationBytes(mutation);
    }
    checkMax(table, "batch bytes", bytes, batchBytesMax);
  }

  private long mutationBytes(Mutation mutation) {
    if (mutation instanceof Mutation.Put put) {
      checkExpiry(put.row().key().table(), put.expiresAt());
      return rowBytes(put.row());
    } else if (mutation instanceof Mutation.DeleteRow delete) {
      return clusteringBytes(delete.key().clustering());
    } else if (mutation instanceof Mutation.DeleteRange delete) {
      return rangeBytes(delete.range());
    }
    return 0;
  }

  private void checkExpiry(Table table, Optional<Instant> expiresAt) {
    if (expiresAt.isPresent() && expiresAt.get().isAfter(expiresAtMax)) {
      throw exceeded(table, "expiresAt", expiresAt.get(), expiresAtMax);
    }
  }

  private long rowBytes(Row row) {
    Table table = row.key().table();
    long bytes = clusteringBytes(row.key().clustering());
    for (int i = 0; i < table.columns().size(); i++) {
      bytes += valueBytes(table, table.columns().get(i), row.value(i));
    }
    return bytes;
  }

  private long rangeBytes(ClusteringRange range) {
    return range.lower().map(bound -> clusteringBytes(bound.prefix())).orElse(0L)
        + range.upper().map(bound -> clusteringBytes(bound.prefix())).orElse(0L);
  }

  private long clusteringBytes(ClusteringKey key) {
    long bytes = keyBytes(key.table().clusteringColumns(), key.values());
    checkMax(key.table(), "clustering key bytes", bytes, clusteringKeyBytesMax);
    return bytes;
  }

  private long valueBytes(Table table, Column<?> column, @Nullable Object value) {
    int bytes = value == null ? 0 : column.type().sizeBytes(value);
    checkMax(table, column.name() + " bytes", bytes, valueBytesMax);
    return bytes;
  }

  private static long keyBytes(List<Column<?>> columns, List<Object> values) {
    long bytes = 0;
    for (int i = 0; i < values.size(); i++) {
      bytes += columns.get(i).type().sizeBytes(values.get(i));
    }
    return bytes;
  }

  private static void checkMax(Table table, String what, long actual, long max) {
    if (actual > max) {
      throw exceeded(table, what, actual, max);
    }
  }

  private static StoreException exceeded(Table table, String what, Object actual, Object max) {
    return new StoreException(
        StoreException.Code.LIMIT_EXCEEDED,
        table.name() + ": " + what + ": " + actual + " (expected: at most " + max + ")");
  }
}
