package io.messina.client.group;

import io.messina.api.Durations;
import io.messina.api.Nack;
import io.messina.api.Receipt;
import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.Event;
import io.messina.client.internal.ProblemAnswers;
import io.messina.client.internal.Surroundings;
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

/**
 * Carries out the decisions of a worker's state. It runs on the threads of the handler and of the
 * client.
 */
final class WorkerLoop implements Settler.Loop {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimWorker.class);

  /** The time that a closed worker waits until the server has its events back. */
  static final Duration GIVING_BACK_MAX = Duration.ofSeconds(5);

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

  /**
   * Returns the events of handlers that have not ended by then, and ends once that is done or takes
   * too long.
   *
   * @param late is told if handlers had not ended
   * @return takes that back
   */
  Runnable abandonAfter(Duration longest, Runnable late) {
    return surroundings.schedule(longest, () -> abandon(late));
  }

  private void abandon(Runnable late) {
    locked(WorkerState::stop);
    if (ask(WorkerState::isHandling)) {
      late.run();
    }
    List<Handling> open = handlings.stream().filter(Handling::interrupt).toList();
    open.forEach(handling -> interrupted(handling, "the worker was closed meanwhile"));
    stop();
    var unused = surroundings.schedule(GIVING_BACK_MAX, this::end);
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
    WorkerState.Requests next = state.beginRequests();
    if (next.together()) {
      steps.add(() -> acknowledgeAndClaim(next.acks(), next.limit()));
    } else {
      if (!next.acks().isEmpty()) {
        steps.add(() -> settler.acknowledge(next.acks()));
      }
      if (next.limit() > 0) {
        steps.add(() -> claim(next.limit()));
      }
    }
    List<Receipt> back = state.beginRelease();
    if (!back.isEmpty()) {
      steps.add(() -> settler.release(back));
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
    CompletableFuture<GroupClient.ClaimAnswer> claimed =
        group.handOut(List.of(), options.claim(max));
    claim = claimed;
    var unused = claimed.whenComplete((answer, why) -> claimed(max, answer, why));
    if (isStopping()) {
      cancelClaim();
    }
  }

  /** Does not wait for events, so that the results of the acknowledgements are soon known. */
  private void acknowledgeAndClaim(List<PendingAck> acks, int max) {
    List<byte[]> entries = acks.stream().map(PendingAck::entry).toList();
    var ignored =
        group
            .handOut(entries, options.claim(max).withWait(Duration.ZERO))
            .whenComplete(
                (answer, why) -> {
                  if (answer == null) {
                    locked(WorkerState::notClaimed);
                    if (why instanceof MessinaException failure && isTooLarge(failure)) {
                      var unused = claimsFewer(max);
                    }
                    settler.notAcknowledgedByClaim(acks, why);
                  } else {
                    settler.acknowledged(acks, answer.claimed().results(), null);
                    claimed(max, answer, null);
                  }
                });
  }

  private void claimed(
      int asked, GroupClient.@Nullable ClaimAnswer answer, @Nullable Throwable why) {
    if (answer != null) {
      failures.set(0);
      tell(metrics -> metrics.claimed(group, answer.events().size()));
      locked(now -> now.claimed(answer.events(), answer.beganNanoTime()));
      extendWhatEndsSoon();
    } else {
      locked(WorkerState::notClaimed);
      notClaimed(asked, why);
    }
    step();
  }

  /** Claiming again does not help if the group does not exist or refuses the claim. */
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
    return failure.problem().code().equals(ProblemAnswers.TOO_LARGE);
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
      if (ask(now -> now.takeBack(event.receipt()))) {
        settler.giveBack(event.receipt(), Nack.retry("the worker's executor takes nothing more"));
      }
    }
  }

  private void handle(ClaimedEvent event) {
    long begun = surroundings.nanoTime();
    Handling handling = new Handling(event, begun);
    if (ask(now -> now.begin(event.receipt(), begun) && handlings.add(handling))) {
      run(handling);
    } else {
      step();
    }
  }

  private void run(Handling handling) {
    String late = "the handler took longer than " + Durations.format(options.handlingMax());
    Runnable limit = surroundings.schedule(options.handlingMax(), () -> giveUp(handling, late));
    @Nullable Outcome outcome = null;
    String why = "the handler returned null";
    try {
      outcome = handler.handle(handling.event());
    } catch (Throwable e) {
      why = e.toString();
    }
    limit.run();
    handlings.remove(handling);
    boolean inTime = handling.end();
    if (inTime && outcome != null) {
      handled(handling, outcome);
    } else if (inTime) {
      failed(handling, why);
    }
    change(now -> now.ended(!inTime));
  }

  private void giveUp(Handling handling, String why) {
    if (handling.interrupt()) {
      interrupted(handling, why);
    }
  }

  private void interrupted(Handling handling, String why) {
    LOG.warn("An event of {} is given back: {}", group.name(), why);
    locked(WorkerState::giveUp);
    failed(handling, why);
  }

  private void handled(Handling handling, Outcome outcome) {
    Duration took = took(handling);
    tell(metrics -> metrics.handled(group, handling.event(), took));
    Receipt receipt = handling.event().receipt();
    if (outcome instanceof Outcome.Done done) {
      Event cause = handling.event().event();
      List<Output> outputs = done.outputs().stream().map(output -> output.causedBy(cause)).toList();
      PendingAck ack = PendingAck.of(new Ack(receipt, outputs));
      locked(now -> now.done(ack));
    } else if (outcome instanceof Outcome.Returned returned) {
      settler.giveBack(receipt, returned.nack());
    }
  }

  private void failed(Handling handling, String why) {
    Duration took = took(handling);
    tell(metrics -> metrics.failed(group, handling.event(), took, why));
    settler.giveBack(handling.event().receipt(), Nack.retry(why));
  }

  private Duration took(Handling handling) {
    return Duration.ofNanos(surroundings.nanoTime() - handling.begunNanoTime());
  }

  private void tell(Consumer<ClientMetrics> what) {
    group.tell(what);
  }

  private void extendLater() {
    var unused = surroundings.schedule(WorkerState.extendEvery(options), this::extendLeases);
  }

  /** Schedules the next time first, so that a request without an answer delays nothing. */
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
