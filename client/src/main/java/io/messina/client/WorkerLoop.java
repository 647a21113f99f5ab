package io.messina.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a worker's state decides. Its threads are those of the handler and of the client. */
final class WorkerLoop {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimWorker.class);

  private final AsyncGroupClient group;
  private final WorkerOptions options;
  private final EventHandler handler;
  private final Executor executor;
  private final Surroundings surroundings;
  private final ReentrantLock lock = new ReentrantLock();
  private final WorkerState state;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile @Nullable CompletableFuture<?> claim;
  private volatile @Nullable Throwable failure;
  private final AtomicInteger failures = new AtomicInteger();

  WorkerLoop(
      AsyncGroupClient group, WorkerOptions options, EventHandler handler, Executor executor) {
    this.group = group;
    this.options = options;
    this.handler = handler;
    this.executor = executor;
    this.surroundings = group.transport().surroundings();
    this.state = new WorkerState(options);
  }

  CompletableFuture<Void> ended() {
    return ended;
  }

  void start() {
    extendLater();
    step();
  }

  void stop() {
    locked(state::stop);
    cancelClaim();
    step();
  }

  private void cancelClaim() {
    CompletableFuture<?> current = claim;
    if (current != null) {
      current.cancel(true);
    }
  }

  /** Decides under the lock, acts without it. */
  private void step() {
    List<Runnable> steps = new ArrayList<>();
    locked(() -> decide(steps));
    steps.forEach(Runnable::run);
  }

  private void decide(List<Runnable> steps) {
    state.beginRuns(surroundings.nanoTime()).forEach(event -> steps.add(() -> begin(event)));
    List<Ack> acks = state.beginAcks();
    if (!acks.isEmpty()) {
      steps.add(() -> acknowledge(acks));
    }
    List<Receipt> back = state.beginRelease();
    if (!back.isEmpty()) {
      steps.add(() -> settle("release", back, group.release(back)));
    }
    int free = state.beginClaim();
    if (free > 0) {
      steps.add(() -> claim(free));
    }
    if (state.isOver()) {
      steps.add(this::end);
    }
  }

  private void end() {
    Throwable cause = failure;
    if (cause == null) {
      ended.complete(null);
    } else {
      ended.completeExceptionally(cause);
    }
  }

  private void claim(int max) {
    CompletableFuture<List<ClaimedEvent>> claimed = group.claim(options.claim(max));
    claim = claimed;
    var unused = claimed.whenComplete(this::claimed);
    if (isStopping()) {
      cancelClaim();
    }
  }

  private void claimed(@Nullable List<ClaimedEvent> events, @Nullable Throwable why) {
    if (events != null) {
      failures.set(0);
      locked(() -> state.claimed(events, surroundings.nanoTime()));
    } else {
      locked(state::notClaimed);
      notClaimed(why);
    }
    step();
  }

  /** A group that is not there, or refuses the claim, will not change its mind. */
  private void notClaimed(@Nullable Throwable why) {
    if (why instanceof MessinaException.NotFound || why instanceof MessinaException.Refused) {
      failure = why;
      locked(state::stop);
    } else if (!isStopping()) {
      LOG.warn("Claiming from {} failed, trying again: {}", group.name(), String.valueOf(why));
      rest();
    }
  }

  private void rest() {
    int inARow = failures.incrementAndGet();
    locked(state::rest);
    RetryPolicy policy = group.transport().retries();
    var unused = surroundings.schedule(policy.wait(inARow, surroundings.random()), this::rested);
  }

  private void rested() {
    locked(state::rested);
    step();
  }

  private void begin(ClaimedEvent event) {
    try {
      executor.execute(() -> handle(event));
    } catch (RejectedExecutionException e) {
      finished(event, Outcome.retry("the worker's executor takes nothing more"));
    }
  }

  private void handle(ClaimedEvent event) {
    Outcome outcome;
    try {
      outcome = handler.handle(event);
    } catch (Throwable e) {
      outcome = Outcome.retry(e.toString());
    }
    finished(event, outcome);
  }

  private void finished(ClaimedEvent event, Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      locked(() -> state.done(new Ack(event.receipt(), done.outputs())));
    } else if (outcome instanceof Outcome.Returned returned) {
      giveBack(event, returned.nack());
    } else {
      giveBack(event, Nack.retry("the handler returned null"));
    }
    step();
  }

  private void giveBack(ClaimedEvent event, Nack nack) {
    locked(state::failed);
    List<Receipt> receipt = List.of(event.receipt());
    settle("nack", receipt, group.nack(receipt, nack));
  }

  /** Where it fails, the lease runs out instead. */
  private void settle(
      String what, List<Receipt> receipts, CompletableFuture<List<ReceiptResult>> answer) {
    var unused =
        answer.whenComplete(
            (results, why) -> {
              if (why != null) {
                LOG.warn("{} of {} events failed: {}", what, receipts.size(), why.toString());
              }
              locked(() -> state.settled(receipts));
              step();
            });
  }

  private void acknowledge(List<Ack> acks) {
    var unused =
        group
            .ackWithOutputs(acks)
            .whenComplete(
                (results, why) -> {
                  if (why instanceof MessinaException refusal && refusal.retryable()) {
                    again(acks, refusal);
                  } else {
                    acknowledged(acks, results, why);
                  }
                  step();
                });
  }

  private void again(List<Ack> acks, MessinaException why) {
    LOG.warn("Acknowledging {} events failed: {}", acks.size(), why.toString());
    boolean[] again = new boolean[1];
    locked(() -> again[0] = state.acknowledgeAgain(acks));
    if (again[0]) {
      rest();
    }
  }

  private void acknowledged(
      List<Ack> acks, @Nullable List<ReceiptResult> results, @Nullable Throwable why) {
    locked(() -> state.acknowledged(acks));
    if (results == null) {
      LOG.warn("Acknowledging {} events failed: {}", acks.size(), String.valueOf(why));
      return;
    }
    long lost = results.stream().filter(one -> one.status() != ReceiptStatus.OK).count();
    if (lost > 0) {
      LOG.warn("{} events were done after their lease, and may be done again", lost);
    }
  }

  private void extendLater() {
    var unused = surroundings.schedule(WorkerState.extendEvery(options), this::extendLeases);
  }

  /** Each time anew, so that one request without an answer holds nothing up. */
  private void extendLeases() {
    if (ended.isDone()) {
      return;
    }
    extendLater();
    List<Receipt> held = new ArrayList<>();
    locked(() -> held.addAll(state.held()));
    if (!held.isEmpty()) {
      extend(held, surroundings.nanoTime());
    }
  }

  private void extend(List<Receipt> held, long sent) {
    var unused =
        group
            .extend(held, Optional.of(options.lease()))
            .whenComplete(
                (results, why) -> {
                  if (results == null) {
                    LOG.warn("Extending {} leases failed: {}", held.size(), String.valueOf(why));
                  } else {
                    locked(() -> results.forEach(result -> state.extended(result, sent)));
                    step();
                  }
                });
  }

  private boolean isStopping() {
    lock.lock();
    try {
      return state.isStopping();
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }
}
