package io.messina.stream.log;

import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import java.util.ArrayList;
import java.util.List;

/** Takes several rows in a request, as the embedded store does; a failure may leave some behind. */
public final class ManyAtOnce extends ForwardingStore {

  private final int rows;
  private final List<Integer> sizes = new ArrayList<>();

  /** Passes rows on one by one. */
  public ManyAtOnce(Store store, int rows) {
    super(store);
    this.rows = rows;
  }

  /** How many rows each request had, of those with more than one. */
  List<Integer> sizes() {
    return sizes;
  }

  @Override
  public int rowsAtOnce() {
    return rows;
  }

  @Override
  public void writeEach(List<PlainBatch> batches) {
    if (batches.size() > rows) {
      throw new IllegalArgumentException("rows: " + batches.size() + " (expected: " + rows + ")");
    }
    sizes.add(batches.size());
    super.writeEach(batches);
  }
}
