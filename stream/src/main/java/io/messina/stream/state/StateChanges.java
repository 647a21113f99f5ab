package io.messina.stream.state;

import io.messina.store.Bytes;
import io.messina.store.FencedBatch;
import io.messina.stream.ownership.ShardTable;

/** Gathers the rows of one write to a shard's fenced state. Not for use by several threads. */
public final class StateChanges {

  private final FencedBatch.Builder batch;
  private long bytes;
  private int rows;

  StateChanges(FencedBatch.Builder batch) {
    this.batch = batch;
  }

  /**
   * Writes a row.
   *
   * @param section the part
   * @param name the row's name in it
   * @param value what it says
   */
  public void put(Section section, String name, Bytes value) {
    batch.put(ShardTable.row(batch.partition(), section.value(), name, value));
    bytes += name.length() + value.length();
    rows++;
  }

  /**
   * Deletes a row.
   *
   * @param section the part
   * @param name the row's name in it
   */
  public void delete(Section section, String name) {
    batch.delete(ShardTable.key(batch.partition(), section.value(), name));
    rows++;
  }

  /**
   * How much was added so far.
   *
   * @return bytes of names and values
   */
  public long bytes() {
    return bytes;
  }

  /**
   * How many rows were put or deleted so far.
   *
   * @return from 0
   */
  public int rows() {
    return rows;
  }
}
