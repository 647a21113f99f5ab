package io.messina.features.scalar;

import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.Queue;

/** Loses and delays writes as a test wants it; for use by one thread. */
final class LateStore extends ForwardingStore {

  /** What becomes of a write. */
  enum Fate {
    /** It applies. */
    ANSWERED,
    /** It applies, and nobody hears of it. */
    ANSWER_LOST,
    /** It never applies. */
    LOST,
    /** It applies when it arrives. */
    LATE
  }

  private final Queue<PlainBatch> underWay = new ArrayDeque<>();
  private Fate fate = Fate.ANSWERED;

  LateStore(Store store) {
    super(store);
  }

  /** What becomes of writes from now on. */
  void let(Fate fate) {
    this.fate = fate;
  }

  /** The oldest write that is under way arrives, if there is any. */
  void arrive() {
    if (!underWay.isEmpty()) {
      super.write(underWay.remove());
    }
  }

  @Override
  public void write(PlainBatch batch) {
    switch (fate) {
      case ANSWERED, ANSWER_LOST -> super.write(batch);
      case LOST -> {}
      case LATE -> underWay.add(batch);
    }
    if (fate != Fate.ANSWERED) {
      throw new StoreUnavailableException("no answer");
    }
  }
}
