package io.messina.store.rocksdb;

import io.messina.store.FencedBatch;
import io.messina.store.Table;
import java.util.List;
import java.util.Set;

/**
 * Something to be committed, encoded by the thread that asks for it so that the committer has
 * little to do.
 */
sealed interface Request {

  /** Bytes of keys and values, for bounds. */
  int sizeBytes();

  /**
   * One row's new version.
   *
   * @param key the whole key
   * @param value an encoded {@link PlainVersion}
   */
  record Version(byte[] key, byte[] value) {}

  /**
   * A plain batch.
   *
   * @param table the table
   * @param partition the encoded partition
   * @param timestampMicros the write timestamp
   * @param versions puts and row deletes
   * @param deletedRanges clustering bytes of range deletes
   * @param expiryHours of an append-only table: when its rows will have expired
   * @param sweepHours when to sweep the partition
   * @param sizeBytes see {@link Request#sizeBytes}
   */
  record Plain(
      Table table,
      byte[] partition,
      long timestampMicros,
      List<Version> versions,
      List<ByteRange> deletedRanges,
      Set<Integer> expiryHours,
      Set<Integer> sweepHours,
      int sizeBytes)
      implements Request {}

  /**
   * A fenced batch.
   *
   * @param batch the batch, for fences and static columns
   * @param partition the encoded partition
   * @param puts rows with encoded columns
   * @param deletedKeys whole keys of deleted rows
   * @param deletedRanges whole keys of deleted ranges
   * @param sizeBytes see {@link Request#sizeBytes}
   */
  record Fenced(
      FencedBatch batch,
      byte[] partition,
      List<Version> puts,
      List<byte[]> deletedKeys,
      List<ByteRange> deletedRanges,
      int sizeBytes)
      implements Request {}

  /**
   * Removes garbage from disk, each entry if it is unchanged since it was found.
   *
   * @param garbage the entries found
   */
  record Purge(List<Garbage> garbage) implements Request {

    @Override
    public int sizeBytes() {
      return garbage.stream().mapToInt(item -> item.key().length + item.valueStart().length).sum();
    }
  }

  /**
   * An entry that is no longer needed.
   *
   * @param family the column family
   * @param key the whole key
   * @param valueStart the beginning of its value
   */
  record Garbage(String family, byte[] key, byte[] valueStart) {}

  /**
   * Removes all rows of an append-only partition, if all have expired.
   *
   * @param table the table
   * @param partition the encoded partition
   * @param hour by which they must have
   */
  record Drop(Table table, byte[] partition, int hour) implements Request {

    @Override
    public int sizeBytes() {
      return partition.length;
    }
  }
}
