package io.messina.stream.group;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.Futures;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
 * One open group on one shard: drives its delivery state, knows where its followers are, and
 * answers the requests of workers, followers and people. One lock guards the state; the effects
 * that the state asks for are carried out after the lock is released. Safe for use by many threads.
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
  private final GroupReading reading;
  private final ShardDeadLetters letters;
  private final DeadLetterWriter writer;
  private final DeadLetterDesk deadLetters;
  private final Mutex lock = new Mutex();

  /** The callers that wait for answers, by ticket. */
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>(); // under the lock

  private long tickets; // under the lock
  private final TickAlarm alarm; // under the lock
  private final Listeners listeners = new Listeners();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final Set<Long> taken = new HashSet<>(); // under the lock
  private final GroupMemory memory; // under the lock
  private volatile CompletableFuture<Void> keysKnown = CompletableFuture.completedFuture(null);
  private Followed followed; // under the lock
  private @Nullable SavedFollow followedWritten; // under the lock: as in the last write
  private @Nullable Ended ended; // under the lock
  private boolean unwritten; // under the lock: a part of its state is not durable yet
  private boolean writing; // under the lock

  /**
   * What followers have committed, and the run in which they read. What was read in an earlier run
   * can no longer be committed.
   */
  private record Followed(SavedFollow saved, int run) {

    Position position() {
      return saved.position();
    }
  }

  /** A waiting caller; in doubt if its request may be carried out although no answer comes. */
  private record Waiting(CompletableFuture<Effect> answer, boolean inDoubt) {}

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
   * @param followed where its followers are
   * @param isNew whether a part of its state has never been written
   * @param broken called once, if the group has to be set aside
   */
  ClaimGroup(
      ShardGroups shard,
      GroupId id,
      GroupDelivery delivery,
      LeaseClock clock,
      SavedFollow followed,
      boolean isNew,
      Consumer<Ended.Broken> broken) {
    this.shard = shard;
    this.site = shard.site;
    this.id = id;
    this.delivery = delivery;
    this.clock = clock;
    // Followers use the runs of claims, which are durable before a seek is answered.
    this.followed = new Followed(followed, delivery.run());
    this.followedWritten = isNew ? null : followed;
    this.unwritten = isNew;
    this.broken = broken;
    this.reading = new GroupReading(shard, this);
    this.letters = new ShardDeadLetters(site, id.toString());
    this.writer = new DeadLetterWriter(site, letters, this::content, this);
    this.deadLetters = new DeadLetterDesk(site, this, letters, writer);
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
          writer.begin(core.unfinished());
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
        long key = patient(position).map(e -> EventReader.key(e.event())).orElse(LogStretch.NO_KEY);
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

  List<ClaimedEvent> claim(ClaimRequest request) {
    Futures.join(keysKnown);
    Futures.join(activate());
    Effect.Claimed claimed =
        ask(false, Effect.Claimed.class, (core, ticket, now) -> core.claim(ticket, request, now));
    tally.claimed(claimed);
    return handOver(claimed, request.bytesMax());
  }

  private List<ClaimedEvent> handOver(Effect.Claimed claimed, long bytesMax) {
    Handover handover = Handover.of(site.shard(), id, claimed, bytesMax, this::patient);
    settleForNobody(new Outcome.Ack(), handover.gone());
    settleForNobody(new Outcome.Release(), handover.surplus());
    return List.copyOf(handover.events());
  }

  private void settleForNobody(Outcome outcome, List<ClaimId> claims) {
    if (!claims.isEmpty()) {
      react((core, now) -> core.settle(++tickets, outcome, claims, now));
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

  /** Moves the group, and then its followers, to any position. */
  void seek(Position to) {
    AtomicInteger run = new AtomicInteger();
    done(
        (core, ticket, now) -> {
          core.seek(ticket, to.packed(), now);
          run.set(core.run());
        });
    // Only now, because no follower may read in a run that is not durable.
    done(
        (core, ticket, now) -> {
          if (run.get() >= followed.run()) {
            follow(new Followed(new SavedFollow(to, ""), run.get()), core, now);
          }
          core.sync(ticket);
        });
  }

  /**
   * Reads for a follower, from its committed position, or on behind a page that it has read;
   * returns nothing while the group is paused or after its run has ended.
   */
  EventPage read(Optional<Commit> after, int max, Duration wait) {
    Followed place = peek((core, now) -> followed);
    OptionalInt run = OptionalInt.of(place.run());
    Position from =
        after.filter(read -> read.run().equals(run)).map(Commit::position).orElse(place.position());
    Supplier<LogFollowing.Turn> turn =
        () ->
            peek(
                (core, now) -> {
                  if (followed.run() != place.run()) {
                    return LogFollowing.Turn.OVER;
                  }
                  return core.isPaused() ? LogFollowing.Turn.PAUSED : LogFollowing.Turn.ON;
                });
    return shard.following.read(from, max, wait, turn).in(run);
  }

  /** What followers committed last. */
  Commit committed() {
    Followed last = peek((core, now) -> followed);
    return new Commit(last.position(), OptionalInt.of(last.run()), last.saved().note());
  }

  /** Moves followers forward to a position; returns once that is durable. */
  void commit(Commit to) {
    checkBeforeEnd(to.position());
    done(
        (core, ticket, now) -> {
          advance(to, core, now);
          core.sync(ticket);
        });
  }

  /** Moves followers forward to a position; it is written with other changes, or after a second. */
  void commitLater(Commit to) {
    checkBeforeEnd(to.position());
    turn(
        (core, now) -> {
          advance(to, core, now);
          return true;
        });
  }

  private void checkBeforeEnd(Position to) {
    Position end = shard.log.end();
    if (to.compareTo(end) > 0) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          "position: " + to + " (expected: up to " + end + ")");
    }
  }

  private void advance(Commit to, GroupDelivery core, long now) {
    int run = followed.run();
    SavedFollow next = new SavedFollow(to.position(), to.note());
    if (to.run().orElse(run) == run
        && to.position().compareTo(followed.position()) >= 0
        && !next.equals(followed.saved())) {
      follow(new Followed(next, run), core, now);
    }
  }

  private void follow(Followed next, GroupDelivery core, long now) {
    followed = next;
    core.changed(now);
  }

  private void done(Ask ask) {
    ask(true, Effect.Done.class, ask);
  }

  /** The requests about the group's dead letters. */
  DeadLetterDesk deadLetters() {
    return deadLetters;
  }

  ShardGroupStatus status() {
    return peek(
        (core, now) -> {
          Position floor = Position.unpack(core.floor());
          return new ShardGroupStatus(
              shard.log.end(),
              floor,
              shard.log.countFrom(floor),
              core.inFlight(),
              core.waiting(),
              followed.position(),
              shard.log.countFrom(followed.position()),
              shard.log.appendTimeInMemory(followed.position()),
              shard.events.appendTime(core.floor()),
              core.isPaused(),
              tally.claimed.sum(),
              tally.acknowledged.sum(),
              tally.retried.sum(),
              tally.dead.sum(),
              Optional.empty());
        });
  }

  @Override
  public void letterWritten(DeadLetter letter, boolean written) {
    tally.dead.add(written ? 1 : 0);
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
    CompletableFuture<Effect> answered = new CompletableFuture<>();
    turn(
        (core, now) -> {
          waiting.put(++tickets, new Waiting(answered, inDoubt));
          ask.with(core, tickets, now);
          return true;
        });
    return answer.cast(Futures.join(answered));
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
    } catch (RequestException | NotOwnerException e) {
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
    } catch (RequestException | NotOwnerException e) {
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
    Waiting caller = waiting.remove(ticket);
    if (caller != null) {
      answered.add(() -> caller.answer().complete(effect));
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
        if (!followed.saved().equals(followedWritten)) {
          followedWritten = followed.saved();
          changes.put(Section.FOLLOWS, id.toString(), followedWritten.encode());
        }
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
    List<Waiting> left;
    Ended first;
    boolean isFirst;
    try (var _ = lock.hold()) {
      isFirst = ended == null;
      first = ended == null ? why : ended;
      ended = first;
      alarm.clear();
      left = List.copyOf(waiting.values());
      waiting.clear();
    }
    memory.close();
    left.forEach(
        each ->
            each.answer().completeExceptionally(each.inDoubt() ? first.doubt() : first.refusal()));
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
    return site.readOwned(() -> content(position));
  }
}
