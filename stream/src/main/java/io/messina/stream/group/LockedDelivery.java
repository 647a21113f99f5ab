package io.messina.stream.group;

import io.messina.runtime.Futures;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.GroupId;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the delivery state of a group: one lock guards it, and the effects that it asks for are
 * carried out after the lock is released. Safe for use by many threads.
 */
final class LockedDelivery {

  private static final Logger LOG = LoggerFactory.getLogger(LockedDelivery.class);

  private final ShardSite site;
  private final GroupId id;
  private final GroupDelivery delivery; // under the lock
  private final LeaseClock clock;
  private final Surroundings surroundings;
  private final Mutex lock = new Mutex();

  /** The callers that wait for answers, by ticket. */
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>(); // under the lock

  private long tickets; // under the lock
  private final TickAlarm alarm; // under the lock
  private final Listeners listeners = new Listeners();
  private final Set<Long> taken = new HashSet<>(); // under the lock
  private final GroupMemory memory; // under the lock
  private @Nullable Ended ended; // under the lock
  private boolean unwritten; // under the lock: a part of its state is not durable yet
  private boolean writing; // under the lock

  /** What surrounds the state. */
  interface Surroundings {

    /** Under the lock: reads on, if it should. Returns whether nothing is left to read. */
    boolean readOn(GroupDelivery core, long nowMillis);

    /** Nothing is left to read. */
    void readAll();

    /** Writes and deletes rows of dead letters. */
    void writeLetters(List<Effect> rows);

    /**
     * It has ended, and all callers are told.
     *
     * @param why the first reason
     * @param isFirst whether it is that of this end
     */
    void ended(Ended why, boolean isFirst);
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
   * A state that is driven from now on.
   *
   * @param isNew whether a part of it has never been written
   */
  LockedDelivery(
      ShardSite site,
      GroupId id,
      GroupDelivery delivery,
      LeaseClock clock,
      boolean isNew,
      Surroundings surroundings) {
    this.site = site;
    this.id = id;
    this.delivery = delivery;
    this.clock = clock;
    this.unwritten = isNew;
    this.surroundings = surroundings;
    this.alarm = new TickAlarm(site.context().time(), this::ring);
    this.memory = new GroupMemory(site.caches().open(this::giveBack));
  }

  /** Calls a listener whenever events may be ready. */
  NodeTime.Cancellation onReady(Runnable listener) {
    return listeners.add(listener);
  }

  /** Called when new events became visible: reads on. */
  void advanced() {
    try (var _ = lock.hold()) {
      if (ended == null) {
        surroundings.readOn(delivery, clock.millis());
      }
    }
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

  /** Makes a request whose answer nobody waits for; does nothing once the group has ended. */
  void tell(Ask ask) {
    react((core, now) -> ask.with(core, ++tickets, now));
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
      boolean read = surroundings.readOn(delivery, now);
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
      surroundings.writeLetters(after.rows());
    }
    if (after.read()) {
      surroundings.readAll();
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

  /** Whether it has something to write. */
  WriteNeed need() {
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

  /** Begins a write, unless it has ended. */
  void beginWrite(Change write) {
    try (var _ = lock.hold()) {
      if (ended == null) {
        write.make(delivery, clock.millis());
        writing = true;
      }
    } catch (RuntimeException e) {
      // On another thread, because the writer holds a lock.
      site.context().start(() -> breakDown(e));
    }
  }

  /** The write that was begun is durable. Returns whether it counts. */
  boolean written() {
    AtomicBoolean confirmed = new AtomicBoolean();
    react(
        (core, now) -> {
          writing = false;
          unwritten = false;
          core.confirm(now);
          confirmed.set(true);
        });
    return confirmed.get();
  }

  /** Sets the group aside because of a failure. */
  Ended breakDown(RuntimeException failure) {
    if (site.owned().isLost()) {
      return end(new Ended.Lost(site.shard()));
    }
    LOG.error("{}: {}: the group is set aside", id, site.shard(), failure);
    return end(new Ended.Broken(id.toString(), String.valueOf(failure.getMessage())));
  }

  /** Ends the group and tells all waiting callers why. Only the first end counts. */
  Ended end(Ended why) {
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
    surroundings.ended(first, isFirst);
    listeners.call();
    return first;
  }
}
