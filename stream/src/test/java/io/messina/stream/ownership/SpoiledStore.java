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
import io.messina.store.StoreException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A store that now and then answers with an exception that is not said to pass, before it has done
 * what it was asked for or after it.
 */
final class SpoiledStore extends ForwardingStore {

  private final RandomGenerator random;
  private final DoubleSupplier share;

  SpoiledStore(Store store, RandomGenerator random, DoubleSupplier share) {
    super(store);
    this.random = random;
    this.share = share;
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    return spoil(() -> super.getStatic(key));
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    return spoil(() -> super.scan(scan));
  }

  @Override
  public void write(PlainBatch batch) {
    spoil(
        () -> {
          super.write(batch);
          return batch;
        });
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    return spoil(() -> super.writeIf(batch));
  }

  private <T> T spoil(Supplier<T> request) {
    boolean spoiled = random.nextDouble() < share.getAsDouble();
    if (spoiled && random.nextBoolean()) {
      throw trouble();
    }
    T answer = request.get();
    if (spoiled) {
      throw trouble();
    }
    return answer;
  }

  private RuntimeException trouble() {
    return random.nextBoolean()
        ? new StoreException(StoreException.Code.DAMAGED, "spoiled")
        : new IllegalStateException("spoiled");
  }
}
