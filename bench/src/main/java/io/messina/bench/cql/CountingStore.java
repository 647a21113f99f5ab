package io.messina.bench.cql;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import java.util.concurrent.atomic.LongAdder;

/** Counts writes. */
final class CountingStore extends ForwardingStore {

  private final LongAdder fenced = new LongAdder();
  private final LongAdder plain = new LongAdder();

  CountingStore(Store store) {
    super(store);
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    fenced.increment();
    return super.writeIf(batch);
  }

  @Override
  public void write(PlainBatch batch) {
    plain.increment();
    super.write(batch);
  }

  long fenced() {
    return fenced.sum();
  }

  long plain() {
    return plain.sum();
  }
}
