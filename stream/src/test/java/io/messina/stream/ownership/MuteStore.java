package io.messina.stream.ownership;

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
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A store that does everything but take beats, for a while, and answers late to what is about
 * members.
 *
 * @param store the store
 * @param muted whether it takes no beats now
 * @param lag waits
 */
record MuteStore(Store store, BooleanSupplier muted, Runnable lag) implements Store {

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
    Iterator<Row> rows = store.scan(scan);
    if (!scan.table().equals(MemberTable.MEMBERS)) {
      return rows;
    }
    List<Row> all = new ArrayList<>();
    rows.forEachRemaining(all::add);
    lag.run();
    return all.iterator();
  }

  @Override
  public void write(PlainBatch batch) {
    if (batch.partition().table().equals(MemberTable.MEMBERS) && muted.getAsBoolean()) {
      throw new StoreUnavailableException("no beats are taken");
    }
    store.write(batch);
    if (batch.partition().table().equals(MemberTable.MEMBERS)) {
      lag.run();
    }
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
