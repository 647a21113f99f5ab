package io.messina.testkit.contract;

import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.FaultyStore;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;

/** Loses answers of writes by a plan, as a network does; for use by one thread. */
final class LossyAnswers extends FaultyStore {

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
    around(this::answer);
  }

  /** Lets all arrive that is under way. */
  void arrive() {
    while (!underWay.isEmpty()) {
      underWay.remove().run();
    }
  }

  private Object answer(Call call, Supplier<Object> asked) {
    Loss loss = call.isWrite() && !plan.isEmpty() ? plan.remove() : Loss.NONE;
    switch (loss) {
      case NONE -> {
        return asked.get();
      }
      case ANSWER -> {
        var _ = asked.get();
      }
      case DELAYED ->
          underWay.add(
              () -> {
                var _ = asked.get();
              });
      case WRITE -> {}
    }
    throw call.operation() == Operation.WRITE_IF
        ? new UnknownOutcomeException("the answer is lost")
        : new StoreUnavailableException("the answer is lost");
  }
}
