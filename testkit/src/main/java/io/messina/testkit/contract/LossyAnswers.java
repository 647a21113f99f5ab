package io.messina.testkit.contract;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** Loses answers of writes by a plan, as a network does; for use by one thread. */
final class LossyAnswers extends ForwardingStore {

  /** The fate of one write. */
  enum Loss {
    /** It arrives, and so does its answer. */
    NONE,
    /** It applies, its answer is lost. */
    ANSWER,
    /** It never arrives. */
    WRITE,
    /** It stays under way until {@link #arrive}. */
    DELAYED
  }

  private final Queue<Loss> plan;
  private final Queue<Runnable> underWay = new ArrayDeque<>();

  LossyAnswers(Store store, List<Loss> plan) {
    super(store);
    this.plan = new ArrayDeque<>(plan);
  }

  @Override
  public void write(PlainBatch batch) {
    if (isLost(() -> super.write(batch))) {
      throw new StoreUnavailableException("the answer is lost");
    }
    super.write(batch);
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    if (isLost(() -> super.writeIf(batch))) {
      throw new UnknownOutcomeException("the answer is lost");
    }
    return super.writeIf(batch);
  }

  /** Lets all arrive that is under way. */
  void arrive() {
    while (!underWay.isEmpty()) {
      underWay.remove().run();
    }
  }

  private boolean isLost(Runnable write) {
    Loss loss = plan.isEmpty() ? Loss.NONE : plan.remove();
    switch (loss) {
      case ANSWER -> write.run();
      case DELAYED -> underWay.add(write);
      case NONE, WRITE -> {}
    }
    return loss != Loss.NONE;
  }
}
