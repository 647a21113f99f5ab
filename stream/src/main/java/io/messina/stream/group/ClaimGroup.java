package io.messina.stream.group;

import io.messina.runtime.Futures;
import io.messina.stream.StreamException;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.Section;
import io.messina.stream.state.ShardSite;
import io.messina.stream.state.StateChanges;
import io.messina.stream.state.StatePart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the delivery state of one group on one shard. One lock guards the state; the effects that
 * the state asks for are carried out after the lock is released. Safe for use by many threads.
 */
final class ClaimGroup implements StatePart {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimGroup.class);

  private final ShardSite site;
  private final String name;
  private final GroupDelivery delivery; // under the lock
  private final LeaseClock clock;
  private final Consumer<Ended.Broken> broken;
  private final GroupReading reading;
  private final Lock lock = new ReentrantLock();
  private final Answers answers = new Answers(); // under the lock
  private final TickAlarm alarm; // under the lock
  private final Listeners listeners = new Listeners();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final Set<Long> taken = new HashSet<>(); // under the lock
  private final GroupMemory memory; // under the lock
  private Consumer<List<Effect>> letters = effects -> {};
  private @Nullable Ended ended; // under the lock
  private boolean unwritten; // under the lock: the group has no state yet
  private boolean writing; // under the lock

  /** What remains to be done after the lock is released. */
  private record After<T>(
      T result,
      List<Runnable> answered,
      List<Effect> rows,
      boolean ready,
      boolean read,
      Runnable told) {}

  /**
   * A group with its core; new if it has no state yet. {@code broken} is called once, if the group
   * has to be set aside.
   */
  ClaimGroup(
      ShardSite site,
      ShardLog log,
      String name,
      Core core,
      StretchReader stretches,
      Tally tally,
      Consumer<Ended.Broken> broken) {
    this.site = site;
    this.name = name;
    this.broken = broken;
    this.delivery = core.delivery();
    this.clock = core.clock();
    this.unwritten = core.isNew();
    this.reading = new GroupReading(site, log, stretches, tally, this);
    this.alarm = new TickAlarm(site.time(), this::ring);
    this.memory = new GroupMemory(site.caches().open(this::giveBack));
    if (!unwritten) {
      begun.complete(null);
    }
  }

  /** Sets the alarm for running leases, and requests the first write of a new group. */
  void start(Consumer<List<Effect>> writer) {
    letters = writer;
    react((core, now) -> true);
  }

  /** Completed once the group's state is durable. */
  CompletableFuture<Void> begun() {
    return begun;
  }

  Listeners listeners() {
    return listeners;
  }

  /** Starts reading events. Completed when the first ones have been read, or there are none. */
  CompletableFuture<Void> activate() {
    if (!reading.isActive()) {
      turn((core, now) -> reading.activate());
    }
    return reading.first();
  }

  /** Called when new events became visible. Cheap. */
  void advanced() {
    if (!reading.isActive()) {
      return;
    }
    lock.lock();
    try {
      if (ended == null) {
        reading.start(delivery, clock.millis());
      }
    } finally {
      lock.unlock();
    }
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

  /** A ticket whose answer no caller waits for. For use in a step. */
  long ticketForNobody() {
    return answers.forNobody();
  }

  /** Reads from the core without carrying out effects. */
  <T> T peek(Step<T> look) {
    lock.lock();
    try {
      if (ended != null) {
        throw ended.refusal();
      }
      return look.take(delivery, clock.millis());
    } finally {
      lock.unlock();
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
  void react(Step<?> step) {
    try {
      turn(step);
    } catch (StreamException | NotOwnerException e) {
      LOG.debug("{}: {}: it has ended", name, site.shard(), e);
    }
  }

  private <T> After<T> locked(Step<T> step) {
    lock.lock();
    try {
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
    } finally {
      lock.unlock();
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
      letters.accept(after.rows());
    }
    if (after.read()) {
      reading.first().complete(null);
    }
    if (after.ready()) {
      listeners.call();
    }
  }

  private long giveBack() {
    lock.lock();
    try {
      return memory.giveBack(delivery, clock.millis());
    } finally {
      lock.unlock();
    }
  }

  private void ring() {
    react(
        (core, now) -> {
          alarm.rang();
          core.tick(now);
          // Advances the rate limit, so that the alarm does not ring twice for the same event.
          return core.hasReady(now);
        });
  }

  @Override
  public WriteNeed need() {
    lock.lock();
    try {
      return ended == null ? needAt(clock.millis()) : WriteNeed.NONE;
    } finally {
      lock.unlock();
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
    lock.lock();
    try {
      if (ended == null) {
        changes.put(Section.CLAIMS, name, delivery.beginWrite(clock.millis()).state());
        writing = true;
      }
    } catch (RuntimeException e) {
      // On another thread, because the writer holds a lock.
      site.start(() -> breakDown(e));
    } finally {
      lock.unlock();
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
          return true;
        });
    if (confirmed.get()) {
      begun.complete(null);
    }
  }

  /** Takes no new requests. */
  void drain() {
    react((core, now) -> reading.stop());
  }

  /** Sets the group aside because of a failure. */
  Ended breakDown(RuntimeException failure) {
    if (site.owned().isLost()) {
      return end(new Ended.Lost(site.shard()));
    }
    LOG.error("{}: {}: the group is set aside", name, site.shard(), failure);
    return end(new Ended.Broken(name, String.valueOf(failure.getMessage())));
  }

  /** Ends the group and tells all waiting callers why. Only the first end counts. */
  Ended end(Ended why) {
    List<Answers.Waiting> left;
    Ended first;
    boolean isFirst;
    lock.lock();
    try {
      isFirst = ended == null;
      first = ended == null ? why : ended;
      ended = first;
      alarm.clear();
      left = answers.takeAll();
    } finally {
      lock.unlock();
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
}
