package io.messina.stream.catalog;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A store whose fenced writes come out as a test wants, and whose reads of fences count. */
final class PlantedStore extends ForwardingStore {

  final List<FencedBatch> sent = new ArrayList<>();
  Function<FencedBatch, FenceOutcome> writing;
  boolean readable = true;
  final AtomicInteger reads = new AtomicInteger();
  volatile Runnable beforeReads = () -> {};

  PlantedStore(Store store) {
    super(store);
    writing = store::writeIf;
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    beforeRead();
    return super.getStatic(key);
  }

  @Override
  public Optional<StaticRow> look(PartitionKey key) {
    beforeRead();
    return super.look(key);
  }

  private void beforeRead() {
    reads.incrementAndGet();
    beforeReads.run();
    if (!readable) {
      throw new StoreUnavailableException("planted");
    }
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    sent.add(batch);
    return writing.apply(batch);
  }
}
