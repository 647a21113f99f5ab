package io.messina.client;

import io.messina.api.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a worker's state decides. Its threads are those of the handler and of the client. */
final class WorkerLoop implements Settler.Loop {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimWorker.class);

  private final GroupClient group;
  private final WorkerOptions options;
  private final EventHandler handler;
  private final Executor executor;
  private final Surroundings surroundings;
  private final Settler settler;
  private final ReentrantLock lock = new ReentrantLock();
  private final WorkerState state;
  private final Set<Handling> handlings = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile @Nullable CompletableFuture<?> claim;
  private volatile @Nullable MessinaException failure;
  private final AtomicInteger failures = new AtomicInteger();

  WorkerLoop(GroupClient group, WorkerOptions options, EventHandler handler, Executor executor) {
    this.group = group;
    this.options = options;
    this.handler = handler;
    this.executor = executor;
    this.surroundings = group.transport().surroundings();
    this.state = new WorkerState(options);
    this.settler = new Settler(group, this);
  }

  CompletableFuture<Void> ended() {
    return ended;
  }

  void start() {
    extendLater();
    step();
  }

  void stop() {
    locked(WorkerState::stop);
    cancelClaim();
    step();
  }

  /** Ends at once; what handlers still have comes again when its lease is over. */
  private void abandon() {
    stop();
    handlings.forEach(Handling::interrupt);
    end();
  }

  /** Abandons it where it has not ended by then, and says so; gives what takes that back. */
  Runnable abandonAfter(Duration longest, Runnable late) {
    return surroundings.schedule(
        longest,
        () -> {
          late.run();
          abandon();
        });
  }

  private void cancelClaim() {
    CompletableFuture<?> current = claim;
    if (current != null) {
      current.cancel(true);
    }
  }

  @Override
  public void change(Consumer<WorkerState> change) {
    locked(change);
    step();
  }

  /** Decides under the lock, acts without it. */
  private void step() {
    List<Runnable> steps = new ArrayList<>();
    locked(now -> decide(steps));
    steps.forEach(Runnable::run);
  }

  private void decide(List<Runnable> steps) {
    state.beginRuns(surroundings.nanoTime()).forEach(event -> steps.add(() -> begin(event)));
    List<PendingAck> acks = state.beginAcks();
    if (!acks.isEmpty()) {
      steps.add(() -> settler.acknowledge(acks));
    }
    List<Receipt> back = state.beginRelease();
    if (!back.isEmpty()) {
      steps.add(() -> settler.release(back));
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
    CompletableFuture<GroupClient.ClaimAnswer> claimed = group.handOut(options.claim(max));
    claim = claimed;
    var unused = claimed.whenComplete((answer, why) -> claimed(max, answer, why));
    if (isStopping()) {
      cancelClaim();
    }
  }

  private void claimed(
      int asked, GroupClient.@Nullable ClaimAnswer answer, @Nullable Throwable why) {
    if (answer != null) {
      failures.set(0);
      locked(now -> now.claimed(answer.events(), answer.beganNanoTime()));
      extendWhatEndsSoon();
    } else {
      locked(WorkerState::notClaimed);
      notClaimed(asked, why);
    }
    step();
  }

  /** A group that is not there, or refuses the claim, will not change its mind. */
  private void notClaimed(int asked, @Nullable Throwable why) {
    if (why instanceof MessinaException refusal
        && (refusal instanceof MessinaException.NotFound
            || refusal instanceof MessinaException.Refused
            || (isTooLarge(refusal) && !claimsFewer(asked)))) {
      fail(refusal);
    } else if (!isStopping()) {
      LOG.warn("Claiming from {} failed, trying again: {}", group.name(), String.valueOf(why));
      rest();
    }
  }

  private static boolean isTooLarge(MessinaException failure) {
    return failure.problem().code().equals(BoundedBody.TOO_LARGE);
  }

  private boolean claimsFewer(int asked) {
    return ask(now -> now.claimFewer(asked));
  }

  @Override
  public void fail(MessinaException why) {
    failure = why;
    locked(WorkerState::stop);
  }

  @Override
  public boolean hasFailed() {
    return failure != null;
  }

  @Override
  public void rest() {
    int inARow = failures.incrementAndGet();
    locked(WorkerState::rest);
    RetryPolicy policy = group.transport().retries();
    var unused =
        surroundings.schedule(
            policy.wait(inARow, surroundings.random()), () -> change(WorkerState::rested));
  }

  private void begin(ClaimedEvent event) {
    try {
      executor.execute(() -> handle(event));
    } catch (RejectedExecutionException e) {
      change(WorkerState::ended);
      settler.giveBack(event.receipt(), Nack.retry("the worker's executor takes nothing more"));
    }
  }

  private void handle(ClaimedEvent event) {
    if (ask(now -> now.mayBegin(event.receipt(), surroundings.nanoTime()))) {
      handleInTime(event);
    } else {
      // Its thread came late.
      change(
          now -> {
            now.ended();
            now.giveBack(event.receipt());
          });
    }
  }

  private void handleInTime(ClaimedEvent event) {
    Handling handling = new Handling();
    handlings.add(handling);
    Runnable limit =
        surroundings.schedule(options.handlingMax(), () -> giveUp(handling, event.receipt()));
    Outcome outcome;
    try {
      outcome = handler.handle(event);
    } catch (Throwable e) {
      outcome = Outcome.retry(e.toString());
    }
    limit.run();
    handlings.remove(handling);
    if (handling.end()) {
      finished(event.receipt(), outcome);
    }
    change(WorkerState::ended);
  }

  private void giveUp(Handling handling, Receipt receipt) {
    if (handling.interrupt()) {
      String why = "the handler took longer than " + Durations.format(options.handlingMax());
      LOG.warn("An event of {} is given back: {}", group.name(), why);
      settler.giveBack(receipt, Nack.retry(why));
    }
  }

  private void finished(Receipt receipt, @Nullable Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      PendingAck ack = PendingAck.of(new Ack(receipt, done.outputs()));
      locked(now -> now.done(ack));
    } else if (outcome instanceof Outcome.Returned returned) {
      settler.giveBack(receipt, returned.nack());
    } else {
      settler.giveBack(receipt, Nack.retry("the handler returned null"));
    }
  }

  private void extendLater() {
    var unused = surroundings.schedule(WorkerState.extendEvery(options), this::extendLeases);
  }

  /** Each time anew, so that one request without an answer holds nothing up. */
  private void extendLeases() {
    if (!ended.isDone()) {
      extendLater();
      extend(WorkerState::held);
    }
  }

  private void extendWhatEndsSoon() {
    extend(now -> now.shortlyHeld(surroundings.nanoTime()));
  }

  private void extend(Function<WorkerState, List<Receipt>> which) {
    List<Receipt> held = ask(which);
    if (!held.isEmpty()) {
      extend(held, surroundings.nanoTime());
    }
  }

  private void extend(List<Receipt> held, long sent) {
    var unused =
        group
            .extendAsync(held, Optional.of(options.lease()))
            .whenComplete(
                (results, why) -> {
                  if (results == null) {
                    LOG.warn("Extending {} leases failed: {}", held.size(), String.valueOf(why));
                  } else {
                    change(now -> results.forEach(result -> now.extended(result, sent)));
                  }
                });
  }

  private boolean isStopping() {
    return ask(WorkerState::isStopping);
  }

  private void locked(Consumer<WorkerState> change) {
    lock.lock();
    try {
      change.accept(state);
    } finally {
      lock.unlock();
    }
  }

  private <T> T ask(Function<WorkerState, T> question) {
    lock.lock();
    try {
      return question.apply(state);
    } finally {
      lock.unlock();
    }
  }
}
