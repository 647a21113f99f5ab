package io.messina.stream.state;

import io.messina.store.Bytes;
import io.messina.store.FencedBatch;
import io.messina.stream.ownership.ShardTable;

/**
 * Collects the rows of one write to a shard's fenced state. Not safe for use by several threads.
 */
public final class StateChanges {

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

  /** Returns how many bytes of names and values were added so far. */
  public long bytes() {
    return bytes;
  }

  /** Returns how many rows were put or deleted so far. */
  public int rows() {
    return rows;
  }
}
