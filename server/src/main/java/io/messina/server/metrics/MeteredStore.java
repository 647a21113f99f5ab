package io.messina.server.metrics;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.Table;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A store whose operations are measured: how long each took, by operation, table and result. Of a
 * scan it is the time to its first row, of a walk to its first partition; several rows or batches
 * are counted under the table of the first. Safe for use by many threads.
 */
public final class MeteredStore extends ForwardingStore {

  private final Store store;
  private final StoreMeter meter;

  /**
   * Measures another store.
   *
   * @param store the other one; closed with this one
   */
  public MeteredStore(Store store, MeterRegistry registry) {
    super(store);
    this.store = store;
    this.meter = new StoreMeter(registry);
  }

  @Override
  public void create(Table table) {
    meter.run("create", table, () -> super.create(table));
  }

  @Override
  public Optional<Row> get(RowKey key) {
    return meter.measure("get", key.table(), () -> super.get(key));
  }

  @Override
  public List<Optional<Row>> getEach(List<RowKey> keys) {
    return keys.isEmpty()
        ? List.of()
        : meter.measure("get_each", keys.getFirst().table(), () -> store.getEach(keys));
  }

  @Override
  public int rowsAtOnce() {
    return store.rowsAtOnce();
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    return meter.measure("get_static", key.table(), () -> super.getStatic(key));
  }

  @Override
  public Optional<StaticRow> look(PartitionKey key) {
    return meter.measure("look", key.table(), () -> super.look(key));
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    return new MeteredPages<>(meter, "scan", scan.table(), super.scan(scan));
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    return new MeteredPages<>(meter, "partitions", walk.table(), super.partitions(walk));
  }

  @Override
  public void write(PlainBatch batch) {
    meter.run("write", batch.partition().table(), () -> super.write(batch));
  }

  @Override
  public void writeEach(List<PlainBatch> batches) {
    if (!batches.isEmpty()) {
      Table table = batches.getFirst().partition().table();
      meter.run("write_each", table, () -> store.writeEach(batches));
    }
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    return meter.measure("write_if", batch.partition().table(), () -> super.writeIf(batch));
  }
}
