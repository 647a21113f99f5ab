package io.messina.testkit;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreLimits;
import io.messina.store.Table;
import io.messina.testkit.simulation.SimulatedNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The store as one node sees it, over the network. */
final class NodeStore implements Store {

  private final SimulatedStore store;
  private final SimulatedNode node;
  private final List<Thread> closers = new ArrayList<>();
  private int underWay;
  private boolean closed;

  NodeStore(SimulatedStore store, SimulatedNode node) {
    this.store = store;
    this.node = node;
  }

  @Override
  public void create(Table table) {
    ask(new StoreRequest.Create(table));
  }

  @Override
  public Optional<Row> get(RowKey key) {
    return ask(new StoreRequest.Get(key, node.clock().instant()));
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    MemoryStore.checkFenced(key);
    return ask(new StoreRequest.GetStatic(key));
  }

  @Override
  public Optional<StaticRow> look(PartitionKey key) {
    MemoryStore.checkFenced(key);
    return ask(new StoreRequest.Look(key, store.network().seesAll()));
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    checkOpen();
    return new Paged<>(
        scan.limit(),
        (seen, rowsMax) ->
            ask(
                new StoreRequest.ReadPage(
                    scan,
                    seen,
                    Math.min(rowsMax, store.network().pageRows()),
                    node.clock().instant())));
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    checkOpen();
    return new Paged<>(
        Integer.MAX_VALUE,
        (seen, _) ->
            ask(
                new StoreRequest.ReadPartitions(
                    seen == null ? walk : walk.behind(seen), store.network().pageRows())));
  }

  @Override
  public void write(PlainBatch batch) {
    ask(new StoreRequest.Write(batch, node.clock().instant()));
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    return ask(new StoreRequest.WriteIf(batch));
  }

  @Override
  public StoreLimits limits() {
    return MemoryStore.LIMITS;
  }

  /** A cluster of databases knows no highest timestamp, so neither does this store. */
  @Override
  public long timestampFloorMicros() {
    return 0;
  }

  @Override
  public void close() {
    closed = true;
    boolean interrupted = false;
    closers.add(Thread.currentThread());
    while (underWay > 0) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    closers.remove(Thread.currentThread());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> T ask(StoreRequest<T> request) {
    checkOpen();
    if (!node.isCurrent()) {
      throw new IllegalStateException(
          "thread: " + Thread.currentThread() + " (expected: an actor of " + node + ")");
    }
    store.count(request);
    underWay++;
    try {
      return new StoreExchange<>(store, node, request).perform();
    } finally {
      underWay--;
      closers.forEach(LockSupport::unpark);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreException(StoreException.Code.CLOSED, "the store is closed");
    }
  }
}
