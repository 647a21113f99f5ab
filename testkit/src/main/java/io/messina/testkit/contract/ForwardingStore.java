package io.messina.testkit.contract;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreLimits;
import io.messina.store.Table;
import java.util.Iterator;
import java.util.Optional;

/** A store that passes everything on to another one; decorators change what they are about. */
abstract class ForwardingStore implements Store {

  private final Store store;

  ForwardingStore(Store store) {
    this.store = store;
  }

  @Override
  public void create(Table table) {
    store.create(table);
  }

  @Override
  public Optional<Row> get(RowKey key) {
    return store.get(key);
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    return store.getStatic(key);
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    return store.scan(scan);
  }

  @Override
  public void write(PlainBatch batch) {
    store.write(batch);
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    return store.writeIf(batch);
  }

  @Override
  public StoreLimits limits() {
    return store.limits();
  }

  @Override
  public long timestampFloorMicros() {
    return store.timestampFloorMicros();
  }

  @Override
  public void close() {
    store.close();
  }
}
