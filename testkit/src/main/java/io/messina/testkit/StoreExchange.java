package io.messina.testkit;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.simulation.Alarm;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request of a node, its way to the store, and the answer's way back to the actor that waits
 * for it.
 */
final class StoreExchange<T> {

  private final SimulatedStore store;
  private final SimulatedNode node;
  private final StoreRequest<T> request;
  private final Thread caller = Thread.currentThread();
  private @Nullable Supplier<T> answer;

  StoreExchange(SimulatedStore store, SimulatedNode node, StoreRequest<T> request) {
    this.store = store;
    this.node = node;
    this.request = request;
  }

  /**
   * Sends the request and waits, also where the caller is interrupted, until there is an answer or
   * none in time.
   */
  T perform() {
    Duration timeout = store.network().faults().timeout();
    Alarm alarm = node.schedule(timeout, () -> deliver(failed(() -> request.unanswered(timeout))));
    send();
    try {
      return await().get();
    } finally {
      alarm.cancel();
    }
  }

  private void send() {
    Network network = store.network();
    Network.Fate fate = network.fate();
    if (fate == Network.Fate.REQUEST_LOST || !network.reaches(node)) {
      record(-2, "lost");
    } else if (fate == Network.Fate.LATE) {
      store.late().add(unfinished(), network.lateness(), () -> arrive(fate));
    } else {
      store.simulation().after(network.delay(), () -> arrive(fate));
    }
  }

  private void arrive(Network.Fate fate) {
    Network network = store.network();
    Duration silence = network.silence();
    if (silence.isPositive()) {
      if (request.isWrite()) {
        store.late().add(unfinished(), silence.plus(network.lateness()), () -> arrive(fate));
      }
      return;
    }
    Supplier<T> outcome = fate == Network.Fate.REFUSED ? refused() : outcome();
    if (fate == Network.Fate.ANSWER_LOST) {
      record(-3, "an answer that is lost");
    } else {
      store.simulation().after(network.delay(), () -> comeBack(outcome));
    }
  }

  private void comeBack(Supplier<T> outcome) {
    Network network = store.network();
    if (network.reaches(node) && !network.silence().isPositive()) {
      if (request instanceof StoreRequest.WriteIf(FencedBatch batch)) {
        store.core().acknowledged(batch);
      }
      deliver(outcome);
    }
  }

  private void deliver(Supplier<T> outcome) {
    if (answer == null) {
      answer = outcome;
      LockSupport.unpark(caller);
    }
  }

  private Supplier<T> await() {
    boolean interrupted = false;
    Supplier<T> delivered = answer;
    while (delivered == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
      delivered = answer;
    }
    if (interrupted) {
      caller.interrupt();
    }
    return delivered;
  }

  private Supplier<T> outcome() {
    request.fenced().ifPresent(store.late()::meet);
    request.fenced().ifPresent(store.core()::settle);
    try {
      T result = request.perform(store.core());
      record(result.hashCode(), result);
      if (request instanceof StoreRequest.WriteIf(FencedBatch batch)
          && result instanceof FenceOutcome.Applied) {
        store.applied(batch);
      }
      return () -> result;
    } catch (StoreException e) {
      record(e.code().name().hashCode(), e.code());
      return failed(() -> e);
    }
  }

  private Supplier<T> refused() {
    record(-1, "refused");
    return failed(() -> new StoreUnavailableException("the store refused it"));
  }

  private void record(int hash, Object result) {
    store
        .simulation()
        .history()
        .record(31L * request.fingerprint() + hash, () -> node + " " + request + " -> " + result);
  }

  private Optional<PartitionKey> unfinished() {
    return request.isWrite() ? request.fenced() : Optional.empty();
  }

  private Supplier<T> failed(Supplier<StoreException> error) {
    return () -> {
      throw error.get();
    };
  }
}
