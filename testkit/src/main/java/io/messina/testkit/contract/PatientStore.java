package io.messina.testkit.contract;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Follows the rules for callers of a store: repeats unavailable requests, and sends a fenced write
 * of unknown outcome again until the answer is known. A database under contention may give either
 * answer, and keeps its promises with both.
 */
final class PatientStore extends ForwardingStore {

  /** So many failures in a row are no contention. */
  private static final int ATTEMPTS_MAX = 1_000;

  PatientStore(Store store) {
    super(store);
  }

  @Override
  public Optional<Row> get(RowKey key) {
    return patiently(() -> super.get(key));
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    return patiently(() -> super.getStatic(key));
  }

  @Override
  public void write(PlainBatch batch) {
    patiently(
        () -> {
          super.write(batch);
          return batch;
        });
  }

  /**
   * As of a store that never loses an answer, but for one case: where another writer followed at
   * once, {@link FenceOutcome.Rejected} leaves open whether the batch applied before.
   */
  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    FenceOutcome outcome = patiently(() -> super.writeIf(batch));
    boolean isOwn = outcome.equals(new FenceOutcome.Rejected(Optional.of(batch.next())));
    return isOwn ? new FenceOutcome.Applied() : outcome;
  }

  private static <T> T patiently(Supplier<T> operation) {
    for (int attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return operation.get();
      } catch (StoreUnavailableException | UnknownOutcomeException e) {
        Thread.onSpinWait();
      }
    }
    return operation.get();
  }
}
