package io.messina.store;

import java.util.Iterator;
import java.util.Optional;

/**
 * A store that passes everything on to another one; decorators override what they are about. Only
 * {@link #getEach} reads row by row and {@link #writeEach} writes batch by batch, so that whoever
 * overrides {@link #get} and {@link #write} sees all of them; where that costs too much, both are
 * to be overridden together with {@link #rowsAtOnce}.
 */
public abstract class ForwardingStore implements Store {

  private final Store store;

  /**
   * Passes on to another store; {@link #close} closes that one.
   *
   * @param store what everything is passed on to
   */
  protected ForwardingStore(Store store) {
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
  public Optional<StaticRow> look(PartitionKey key) {
    return store.look(key);
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    return store.scan(scan);
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    return store.partitions(walk);
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
  public PartitionLocations locations() {
    return store.locations();
  }

  @Override
  public void close() {
    store.close();
  }
}
