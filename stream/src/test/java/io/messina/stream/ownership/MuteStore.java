package io.messina.stream.ownership;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A store that does everything but take beats, for a while, and answers late to what is about
 * members.
 */
final class MuteStore extends ForwardingStore {

  private final BooleanSupplier muted;
  private final Runnable lag;

  /** Takes no beats while muted, and calls the lag to wait. */
  MuteStore(Store store, BooleanSupplier muted, Runnable lag) {
    super(store);
    this.muted = muted;
    this.lag = lag;
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    Iterator<Row> rows = super.scan(scan);
    if (!scan.table().equals(MemberTable.MEMBERS)) {
      return rows;
    }
    List<Row> all = new ArrayList<>();
    rows.forEachRemaining(all::add);
    lag.run();
    return all.iterator();
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    Optional<StaticRow> row = super.getStatic(key);
    if (key.table().equals(ClusterLease.CLUSTERS)) {
      lag.run();
    }
    return row;
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    boolean beat = batch.partition().table().equals(ClusterLease.CLUSTERS);
    if (beat && muted.getAsBoolean()) {
      throw new StoreUnavailableException("no beats are taken");
    }
    FenceOutcome outcome = super.writeIf(batch);
    if (beat) {
      lag.run();
    }
    return outcome;
  }

  @Override
  public void write(PlainBatch batch) {
    boolean beat = batch.partition().table().equals(MemberTable.MEMBERS);
    if (beat && muted.getAsBoolean()) {
      throw new StoreUnavailableException("no beats are taken");
    }
    super.write(batch);
    if (beat) {
      lag.run();
    }
  }
}
