package io.messina.stream.group;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.Futures;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.ClaimAsk;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claims of one group on one shard: drives its delivery state, and answers the requests of
 * workers and people. One lock guards the state; the effects that the state asks for are carried
 * out after the lock is released. Safe for use by many threads.
 */
final class ClaimGroup implements StatePart, DeadLetterWriter.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimGroup.class);

  private final ShardGroups shard;
  private final ShardSite site;
  private final GroupId id;
  private final GroupDelivery delivery; // under the lock
  private final LeaseClock clock;
  private final Consumer<Ended.Broken> broken;
  private final Tally tally = new Tally();
  private final StretchReader stretches;
  private final GroupReading reading;
  private final ShardDeadLetters letters;
  private final DeadLetterWriter writer;
  private final DeadLetterDesk deadLetters;
  private final Mutex lock = new Mutex();
  private final Answers answers = new Answers(); // under the lock
  private final TickAlarm alarm; // under the lock
  private final Listeners listeners = new Listeners();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final Set<Long> taken = new HashSet<>(); // under the lock
  private final GroupMemory memory; // under the lock
  private volatile CompletableFuture<Void> keysKnown = CompletableFuture.completedFuture(null);
  private @Nullable Ended ended; // under the lock
  private boolean unwritten; // under the lock: the group has no state yet
  private boolean writing; // under the lock

  /** A step of the core, run under the group's lock. */
  @FunctionalInterface
  interface Step<T> {

    T take(GroupDelivery delivery, long nowMillis);
  }

  /** A step of the core that answers nothing, run under the group's lock. */
  @FunctionalInterface
  interface Change {

    void make(GroupDelivery delivery, long nowMillis);
  }

  /** A request to the core whose answer comes later, made under the group's lock. */
  @FunctionalInterface
  interface Ask {

    void with(GroupDelivery delivery, long ticket, long nowMillis);
  }

  /** What remains to be done after the lock is released. */
  private record After<T>(
      T result,
      List<Runnable> answered,
      List<Effect> rows,
      boolean ready,
      boolean read,
      Runnable told) {}

  /**
   * A group with its core.
   *
   * @param isNew whether its state has never been written
   * @param broken called once, if the group has to be set aside
   */
  ClaimGroup(
      ShardGroups shard,
      GroupId id,
      GroupDelivery delivery,
      LeaseClock clock,
      boolean isNew,
      Consumer<Ended.Broken> broken) {
    this.shard = shard;
    this.site = shard.site;
    this.id = id;
    this.delivery = delivery;
    this.clock = clock;
    this.unwritten = isNew;
    this.broken = broken;
    this.stretches = new StretchReader(shard.log, shard.events);
    this.reading = new GroupReading(site, shard.log, stretches, tally, this);
    this.letters = new ShardDeadLetters(site, id.toString());
    this.writer = new DeadLetterWriter(site, letters, this::content, this);
    this.deadLetters = new DeadLetterDesk(site, this, letters, writer, stretches);
    this.alarm = new TickAlarm(site.time(), this::ring);
    this.memory = new GroupMemory(site.caches().open(this::giveBack));
    if (!isNew) {
      begun.complete(null);
    }
  }

  /**
   * Continues where the former owner stopped, or begins: sets the alarm for running leases, and
   * requests the first write of a new group.
   */
  void start() {
    peek(
        (core, now) -> {
          if (unwritten) {
            writer.beginAtOnce();
          } else {
            long[] unfinished = core.unfinished();
            writer.beginWith(() -> letters.clean(unfinished));
          }
          return learnKeys(core);
        });
    react((core, now) -> {});
  }

  /**
   * Applies the group's current options. They are read under the group's lock, so that the newest
   * win.
   */
  void change(Supplier<GroupOptions> defined) {
    react(
        (core, now) -> {
          core.change(defined.get(), now);
          learnKeys(core);
        });
  }

  /** Called under the group's lock. Returns whether there are keys to learn. */
  private boolean learnKeys(GroupDelivery core) {
    long[] unknown = core.keysUnknown();
    if (unknown.length > 0) {
      CompletableFuture<Void> known = new CompletableFuture<>();
      keysKnown = known;
      site.start(() -> learnKeys(unknown, known));
    }
    return unknown.length > 0;
  }

  private void learnKeys(long[] positions, CompletableFuture<Void> known) {
    try {
      for (long position : positions) {
        long key = patient(position).map(e -> stretches.key(e.event())).orElse(LogStretch.NO_KEY);
        react((core, now) -> core.key(position, key));
      }
    } catch (RuntimeException e) {
      breakDown(e);
    }
    known.complete(null);
  }

  /** Called when new events became visible. Cheap. */
  void advanced() {
    if (!reading.isActive()) {
      return;
    }
    try (var _ = lock.hold()) {
      if (ended == null) {
        reading.start(delivery, clock.millis());
      }
    }
  }

  List<ClaimedEvent> claim(ClaimAsk ask) {
    Futures.join(keysKnown);
    Futures.join(activate());
    Effect.Claimed claimed =
        ask(
            false,
            Effect.Claimed.class,
            (core, ticket, now) ->
                core.claim(new ClaimRequest(ticket, ask.max(), ask.lease(), ask.worker()), now));
    tally.claimed(claimed);
    return handOver(claimed, ask.bytesMax());
  }

  private List<ClaimedEvent> handOver(Effect.Claimed claimed, long bytesMax) {
    Handover handover = Handover.of(site.shard(), id, claimed, bytesMax, this::patient);
    tally.expired(handover.gone().size());
    settleForNobody(new Outcome.Ack(), handover.gone());
    settleForNobody(new Outcome.Release(), handover.surplus());
    return List.copyOf(handover.events());
  }

  private void settleForNobody(Outcome outcome, List<ClaimId> claims) {
    if (!claims.isEmpty()) {
      react((core, now) -> core.settle(answers.forNobody(), outcome, claims, now));
    }
  }

  int ready() {
    var _ = activate();
    return peek((core, now) -> core.ready(now));
  }

  NodeTime.Cancellation onReady(Runnable listener) {
    NodeTime.Cancellation registration = listeners.add(listener);
    var _ = activate();
    // Calls the listener if something is ready already.
    react((core, now) -> {});
    return registration;
  }

  List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
    if (claims.isEmpty()) {
      return List.of();
    }
    Effect.Settled settled =
        ask(
            true,
            Effect.Settled.class,
            (core, ticket, now) -> core.settle(ticket, outcome, claims, now));
    tally.settled(outcome, settled.statuses());
    return settled.statuses();
  }

  /** Waits until the group's state is durable. */
  void begin() {
    Futures.join(begun);
  }

  void pause(boolean paused) {
    done((core, ticket, now) -> core.pause(ticket, paused, now));
  }

  boolean isPaused() {
    return peek((core, now) -> core.isPaused());
  }

  /** Moves the group to any position. Returns the run that begins there. */
  int seek(Position to) {
    AtomicInteger run = new AtomicInteger();
    done(
        (core, ticket, now) -> {
          core.seek(ticket, to.packed(), now);
          run.set(core.run());
        });
    return run.get();
  }

  private void done(Ask ask) {
    ask(true, Effect.Done.class, ask);
  }

  /** The requests about the group's dead letters. */
  DeadLetterDesk deadLetters() {
    return deadLetters;
  }

  ShardGroupStatus status(Position followed) {
    return peek(
        (core, now) -> {
          Position floor = Position.unpack(core.floor());
          return new ShardGroupStatus(
              shard.log.end(),
              floor,
              shard.log.countFrom(floor),
              core.inFlight(),
              core.waiting(),
              followed,
              shard.log.countFrom(followed),
              shard.log.appendTimeInMemory(followed),
              shard.events.appendTime(core.floor()),
              core.isPaused(),
              tally.claimed(),
              tally.acknowledged(),
              tally.retried(),
              tally.dead(),
              Optional.empty());
        });
  }

  @Override
  public void letterWritten(DeadLetter letter, boolean written) {
    if (written) {
      tally.letterWritten();
    } else {
      tally.expired(1);
    }
    react((core, now) -> core.letterWritten(letter, now));
  }

  @Override
  public void letterDeleted(long position) {
    react((core, now) -> core.letterDeleted(position, now));
  }

  @Override
  public void failed(RuntimeException failure) {
    breakDown(failure);
  }

  /**
   * Starts reading shard.events. Completed when the first ones have been read, or there are none.
   */
  CompletableFuture<Void> activate() {
    if (!reading.isActive()) {
      turn((core, now) -> reading.activate());
    }
    return reading.first();
  }

  /**
   * Makes a request whose answer comes later, and waits for it.
   *
   * @param inDoubt whether the request may be carried out although no answer comes
   * @param ask makes the request, with the ticket of the answer
   */
  <E extends Effect> E ask(boolean inDoubt, Class<E> answer, Ask ask) {
    Answers.Waiting waiting =
        turn(
            (core, now) -> {
              Answers.Waiting next = answers.await(inDoubt);
              ask.with(core, next.ticket(), now);
              return next;
            });
    return answer.cast(Futures.join(waiting.answer()));
  }

  /**
   * The dead letters that one caller is redriving or deleting; others leave them alone. For use in
   * a step.
   */
  Set<Long> taken() {
    return taken;
  }

  /** Reads from the core without carrying out effects. */
  <T> T peek(Step<T> look) {
    try (var _ = lock.hold()) {
      if (ended != null) {
        throw ended.refusal();
      }
      return look.take(delivery, clock.millis());
    }
  }

  /**
   * Runs a step of the core, and carries out its effects.
   *
   * @throws RuntimeException the reason why the group has ended
   */
  <T> T turn(Step<T> step) {
    After<T> after;
    try {
      after = locked(step);
    } catch (StreamException | NotOwnerException e) {
      throw e;
    } catch (RuntimeException e) {
      throw breakDown(e).refusal();
    }
    carryOut(after);
    return after.result();
  }

  /**
   * As {@link #turn}, for a step that no caller waits for; does nothing once the group has ended.
   */
  void react(Change change) {
    try {
      turn(
          (core, now) -> {
            change.make(core, now);
            return true;
          });
    } catch (StreamException | NotOwnerException e) {
      LOG.debug("{}: {}: it has ended", id, site.shard(), e);
    }
  }

  private <T> After<T> locked(Step<T> step) {
    try (var _ = lock.hold()) {
      if (ended != null) {
        throw ended.refusal();
      }
      long now = clock.millis();
      T result = step.take(delivery, now);
      List<Runnable> answered = new ArrayList<>();
      List<Effect> rows = new ArrayList<>();
      delivery.takeEffects().forEach(effect -> sort(effect, answered, rows));
      askForWrite(now);
      boolean read = reading.start(delivery, now);
      boolean ready = listeners.isAny() && delivery.hasReady(now);
      return new After<>(result, answered, rows, ready, read, memory.used(delivery, now));
    }
  }

  private void sort(Effect effect, List<Runnable> answered, List<Effect> rows) {
    switch (effect) {
      case Effect.Claimed claimed -> answer(claimed.ticket(), claimed, answered);
      case Effect.Settled settled -> answer(settled.ticket(), settled, answered);
      case Effect.Done done -> answer(done.ticket(), done, answered);
      case Effect.WriteLetter _, Effect.DeleteLetter _ -> rows.add(effect);
    }
  }

  private void answer(long ticket, Effect effect, List<Runnable> answered) {
    Answers.Waiting waiting = answers.take(ticket);
    if (waiting != null) {
      answered.add(() -> waiting.answer().complete(effect));
    }
  }

  /** Requests a write and sets the alarm, if they are needed. */
  private void askForWrite(long now) {
    boolean wantsWrite = needAt(now) == WriteNeed.NOW;
    if (wantsWrite) {
      site.state().want();
    }
    alarm.at(wantsWrite ? delivery.nextDueMillis() : delivery.nextTickMillis(), now);
  }

  private void carryOut(After<?> after) {
    after.answered().forEach(Runnable::run);
    after.told().run();
    if (!after.rows().isEmpty()) {
      writer.add(after.rows());
    }
    if (after.read()) {
      reading.first().complete(null);
    }
    if (after.ready()) {
      listeners.call();
    }
  }

  private long giveBack() {
    try (var _ = lock.hold()) {
      return memory.giveBack(delivery, clock.millis());
    }
  }

  private void ring() {
    react(
        (core, now) -> {
          alarm.rang();
          core.tick(now);
          // Advances the rate limit, so that the alarm does not ring twice for the same event.
          var _ = core.hasReady(now);
        });
  }

  @Override
  public WriteNeed need() {
    try (var _ = lock.hold()) {
      return ended == null ? needAt(clock.millis()) : WriteNeed.NONE;
    }
  }

  private WriteNeed needAt(long now) {
    if (writing) {
      return WriteNeed.NONE;
    }
    return unwritten ? WriteNeed.NOW : delivery.writeNeed(now);
  }

  @Override
  public void write(StateChanges changes) {
    try (var _ = lock.hold()) {
      if (ended == null) {
        changes.put(Section.CLAIMS, id.toString(), delivery.beginWrite(clock.millis()));
        writing = true;
      }
    } catch (RuntimeException e) {
      // On another thread, because the writer holds a lock.
      site.start(() -> breakDown(e));
    }
  }

  @Override
  public void written() {
    AtomicBoolean confirmed = new AtomicBoolean();
    react(
        (core, now) -> {
          writing = false;
          unwritten = false;
          core.confirm(now);
          confirmed.set(true);
        });
    if (confirmed.get()) {
      begun.complete(null);
    }
  }

  /** Takes no new requests; waits until the writes in progress have ended. */
  void drain() {
    react((core, now) -> reading.stop());
    rest();
  }

  /** Waits until the writes in progress have ended. */
  void rest() {
    writer.stop().join();
  }

  /** Sets the group aside because of a failure. */
  Ended breakDown(RuntimeException failure) {
    if (site.owned().isLost()) {
      return endClaims(new Ended.Lost(site.shard()));
    }
    LOG.error("{}: {}: the group is set aside", id, site.shard(), failure);
    return endClaims(new Ended.Broken(id.toString(), String.valueOf(failure.getMessage())));
  }

  /** Ends the group and tells all waiting callers why. Only the first end counts. */
  void end(Ended why) {
    var _ = endClaims(why);
    var _ = writer.stop();
  }

  private Ended endClaims(Ended why) {
    List<Answers.Waiting> left;
    Ended first;
    boolean isFirst;
    try (var _ = lock.hold()) {
      isFirst = ended == null;
      first = ended == null ? why : ended;
      ended = first;
      alarm.clear();
      left = answers.takeAll();
    }
    memory.close();
    left.forEach(each -> each.fail(first));
    begun.completeExceptionally(first.doubt());
    reading.first().complete(null);
    if (isFirst && why instanceof Ended.Broken itself) {
      broken.accept(itself);
    }
    listeners.call();
    return first;
  }

  private Optional<StoredEvent> content(long position) {
    return shard.events.find(position).or(() -> letters.event(position));
  }

  /** Retries until the store answers. */
  private Optional<StoredEvent> patient(long position) {
    return site.read(() -> content(position))
        .orElseThrow(() -> new NotOwnerException(site.shard()));
  }
}
