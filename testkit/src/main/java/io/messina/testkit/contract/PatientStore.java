package io.messina.testkit.contract;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.FaultyStore;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Follows the rules for callers of a store: repeats unavailable requests, and sends a fenced write
 * of unknown outcome again until the answer is known. A database under contention may give either
 * answer, and keeps its promises with both.
 *
 * <p>Fenced writes are answered as by a store that never loses an answer, but for one case: where
 * another writer followed at once, {@link FenceOutcome.Rejected} leaves open whether the batch
 * applied before.
 */
final class PatientStore extends FaultyStore {

  /** So many failures in a row are no contention. */
  private static final int ATTEMPTS_MAX = 1_000;

  PatientStore(Store store) {
    super(store);
    around(PatientStore::answer);
  }

  private static Object answer(Call call, Supplier<Object> asked) {
    Object answer = patiently(asked);
    boolean isOwn =
        call.argument() instanceof FencedBatch batch
            && answer.equals(new FenceOutcome.Rejected(Optional.of(batch.next())));
    return isOwn ? new FenceOutcome.Applied() : answer;
  }

  private static Object patiently(Supplier<Object> asked) {
    for (int attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return asked.get();
      } catch (StoreUnavailableException | UnknownOutcomeException e) {
        Thread.onSpinWait();
      }
    }
    return asked.get();
  }
}
