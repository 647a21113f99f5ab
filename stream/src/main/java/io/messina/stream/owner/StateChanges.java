package io.messina.stream.owner;

import io.messina.store.Bytes;
import io.messina.store.FencedBatch;
import io.messina.stream.ownership.ShardTable;

/**
 * Collects the rows of one write to a shard's fenced state. Not safe for use by several threads.
 */
public final class StateChanges {

  /** A write takes the changes of further parts up to this size, and at least one part's. */
  private static final long BYTES_MAX = 256 * 1024;

  /** The same bound for the rows that are put or deleted. */
  private static final int ROWS_MAX = 500;

  private final FencedBatch.Builder batch;
  private long bytes;
  private int rows;

  StateChanges(FencedBatch.Builder batch) {
    this.batch = batch;
  }

  /** Writes a row. */
  public void put(Section section, String name, Bytes value) {
    batch.put(ShardTable.row(batch.partition(), section.value(), name, value));
    bytes += name.length() + value.length();
    rows++;
  }

  /** Deletes a row. */
  public void delete(Section section, String name) {
    batch.delete(ShardTable.key(batch.partition(), section.value(), name));
    rows++;
  }

  /** Whether no further part may add to this write. */
  boolean isFull() {
    return bytes >= BYTES_MAX || rows >= ROWS_MAX;
  }
}
