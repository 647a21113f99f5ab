package io.messina.enrich;

import io.messina.enrich.FailedEvent.Cause;
import io.messina.enrich.SlotPhase.Trigger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The enrichment of the events of one shard: for each key the row is read, its events are applied,
 * and the row is written back, by one request at a time. Events that come during a request are
 * taken by the next round of their key, all at once.
 *
 * <p>It has no threads, no clock and does no I/O: its shell reports events, answers and time to it,
 * and it requests actions by its {@link EnrichmentEffects}. It belongs to one thread. Times are
 * read from one monotonic clock, in nanoseconds, and never decrease. Its memory may be lost at any
 * moment: a successor that begins at {@link #completeTo} loses nothing and applies nothing twice.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
public final class ShardEnrichment<K, E, S, O> {

  private final EnrichmentOptions options;
  private final EnricherCalls<K, E, S, O> enricher;
  private final EnrichmentEffects<K, E, S, O> effects;
  private final RandomGenerator random;
  private final long generation;
  private final ShardStart start;
  private final long formerTo;
  private final boolean comparing;
  private final long timeoutNanos;

  private final PermitLimit permits;
  private final EventSlab<E> events = new EventSlab<>();
  private final Slots<K, E, S, O> slots;
  private final SlotList<K, S, O> waiting;
  private final SlotList<K, S, O> inFlight;
  private final PriorityQueue<Slot<K, S, O>> backingOff =
      new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos - b.dueNanos));
  private final EnrichmentCounts counts = new EnrichmentCounts();

  private long completeTo;
  private long nowNanos;
  private boolean busy;
  private boolean stopped;

  /**
   * An enrichment that has no events yet.
   *
   * @param options its bounds
   * @param enricher applies the events
   * @param start where it begins
   * @param effects carries out its effects
   * @param random for jitter
   */
  public ShardEnrichment(
      EnrichmentOptions options,
      Enricher<K, E, S, O> enricher,
      ShardStart start,
      EnrichmentEffects<K, E, S, O> effects,
      RandomGenerator random) {
    this.options = options;
    this.enricher = new EnricherCalls<>(enricher);
    this.generation = start.generation();
    this.start = start;
    this.formerTo = start.formerTo();
    this.comparing = start.comparing();
    this.completeTo = start.from();
    this.effects = effects;
    this.random = random;
    this.timeoutNanos = options.permits().timeout().toNanos();
    this.permits = new PermitLimit(options.permits());
    this.slots = new Slots<>(options.cache(), this.enricher);
    this.waiting = slots.newList();
    this.inFlight = slots.newList();
  }

  /**
   * Offers the next event of the shard. Positions rise from event to event of a key.
   *
   * @param key of the event
   * @param position of the event
   * @param event the event to apply
   * @param bytes about how much memory it takes
   * @param nanos the time
   * @return whether it was taken; if not, it has to be offered again after an answer or a tick
   * @throws IllegalArgumentException where an event of the key waits that has the same position, or
   *     a later one
   */
  public boolean offer(K key, long position, E event, int bytes, long nanos) {
    return offer(key, Included.NO_PARTITION, position, 0, event, bytes, nanos);
  }

  /**
   * Offers the next event of one of several partitions, or one of several events that have one
   * position. Positions and sub numbers rise from event to event of a key within one partition;
   * events of different partitions do not share a round. {@link #completeTo} means nothing then.
   *
   * @param key of the event
   * @param partition from 0, or {@link Included#NO_PARTITION}; the same for all events of a key
   *     unless it moves to another
   * @param position of the event in its partition
   * @param sub its number, from 0, among the events of this key that have its position
   * @param event the event to apply
   * @param bytes about how much memory it takes
   * @param nanos the time
   * @return whether it was taken; if not, it has to be offered again after an answer or a tick
   * @throws IllegalArgumentException where an event of the key and the partition waits that has the
   *     same place, or a later one; where a number is out of bounds
   */
  public boolean offer(
      K key, int partition, long position, int sub, E event, int bytes, long nanos) {
    if (partition < Included.NO_PARTITION || position < 0 || sub < 0) {
      throw new IllegalArgumentException(
          "partition: %d, position: %d, sub: %d (expected: from 0)"
              .formatted(partition, position, sub));
    }
    if (stopped || events.bytes() >= options.buffer().bytes()) {
      return false;
    }
    begin(nanos);
    Slot<K, S, O> slot = slots.of(key);
    checkRises(slot, partition, position, sub);
    boolean taken = take(slot, partition, position, sub, event, bytes);
    end();
    return taken;
  }

  /**
   * Tells of the answer to a read.
   *
   * @param attempt of {@link EnrichmentEffects#read}
   * @param row of the key; null if there is none
   * @param nanos the time
   */
  public void read(long attempt, @Nullable StateRow<S> row, long nanos) {
    Slot<K, S, O> slot = answered(attempt, nanos);
    if (slot != null) {
      learn(slot, row);
      end();
    }
  }

  /**
   * Tells of the answer to a write.
   *
   * @param attempt of {@link EnrichmentEffects#write}
   * @param result the answer of the database
   * @param nanos the time
   */
  public void written(long attempt, WriteResult result, long nanos) {
    Slot<K, S, O> slot = answered(attempt, nanos);
    if (slot != null) {
      if (result == WriteResult.APPLIED) {
        applied(slot);
      } else {
        conflicted(slot);
      }
      end();
    }
  }

  /**
   * Tells that a request failed. After a {@link StateRefusedException} it is not tried again; of a
   * write of several events the guilty ones are found by writes of fewer.
   *
   * @param attempt of the request
   * @param cause why
   * @param nanos the time
   */
  public void failed(long attempt, Throwable cause, long nanos) {
    Slot<K, S, O> slot = answered(attempt, nanos);
    if (slot != null) {
      fail(slot, String.valueOf(cause), cause instanceof StateRefusedException);
      end();
    }
  }

  /**
   * Tells that a dead letter is durable, once.
   *
   * @param id of {@link EnrichmentEffects#deadLetter}
   * @param nanos the time
   */
  public void deadLetterStored(long id, long nanos) {
    if (!stopped) {
      begin(nanos);
      Slot<K, S, O> slot = slots.at((int) id);
      events.remove((int) (id >>> Integer.SIZE));
      slot.letters--;
      if (slot.letters == 0 && slot.phase() == SlotPhase.SETTING_ASIDE) {
        goOn(slot, Trigger.STORED);
      }
      end();
    }
  }

  /**
   * Tells that time has passed: requests time out, further attempts are due, states leave the
   * cache.
   *
   * @param nanos the time
   */
  public void tick(long nanos) {
    if (stopped) {
      return;
    }
    begin(nanos);
    Slot<K, S, O> slot = inFlight.first();
    while (slot != null && isDue(slot) && !stopped) {
      counts.timeouts++;
      close(slot);
      fail(slot, "not answered within " + options.permits().timeout(), false);
      slot = inFlight.first();
    }
    slot = backingOff.peek();
    while (slot != null && isDue(slot)) {
      backingOff.remove();
      await(slot, Trigger.DUE);
      slot = backingOff.peek();
    }
    slot = slots.firstIdle();
    while (slot != null && isDue(slot)) {
      slots.evict(slot);
      slot = slots.firstIdle();
    }
    end();
  }

  /**
   * Returns the time until the next necessary {@link #tick}, if no event or answer comes before.
   *
   * @param nanos the time
   * @return from 0; {@link Long#MAX_VALUE} if nothing waits for time to pass
   */
  public long nanosToTick(long nanos) {
    long least = nanosTo(inFlight.first(), nanos);
    least = Math.min(least, nanosTo(backingOff.peek(), nanos));
    return Math.min(least, nanosTo(slots.firstIdle(), nanos));
  }

  private long nanosTo(@Nullable Slot<K, S, O> slot, long nanos) {
    return slot == null || stopped ? Long.MAX_VALUE : Math.max(0, slot.dueNanos - nanos);
  }

  /**
   * Returns the position up to which everything is finished.
   *
   * @return every event that was offered at a lower position is applied or set aside
   */
  public long completeTo() {
    int oldest = events.oldest();
    return oldest == EventSlab.NONE ? completeTo : events.position(oldest);
  }

  /**
   * Returns the unfinished event that was offered first.
   *
   * @return null where all are finished
   */
  public @Nullable E oldestUnfinished() {
    int oldest = events.oldest();
    return oldest == EventSlab.NONE ? null : events.event(oldest);
  }

  /**
   * Returns whether it continues by itself: requests are at the database, or wait for a permit or
   * for their next attempt. If not, unfinished events wait for dead letters to be stored.
   *
   * @return false if neither an answer nor a tick would change anything, also once it has stopped
   */
  public boolean isActive() {
    return !stopped && (inFlight.size() > 0 || waiting.first() != null || !backingOff.isEmpty());
  }

  /**
   * Shows all events that are not finished, such as for a checkpoint.
   *
   * @param visitor is given them in the order in which they were offered, with those whose dead
   *     letters are not stored yet
   */
  public void forEachUnfinished(UnfinishedVisitor<E> visitor) {
    for (int i = events.oldest(); i != EventSlab.NONE; i = events.newer(i)) {
      visitor.visit(events.position(i), events.event(i));
    }
  }

  /**
   * Is given events.
   *
   * @param <E> an event
   */
  @FunctionalInterface
  public interface UnfinishedVisitor<E> {
    /**
     * Is given the next one.
     *
     * @param position of the event
     * @param event as it was offered
     */
    void visit(long position, E event);
  }

  /**
   * Returns its present status.
   *
   * @return gauges and counters
   */
  public EnrichmentStatus status() {
    return new EnrichmentStatus(
        permits.limit(),
        inFlight.size(),
        slots.busy(),
        waiting.size(),
        backingOff.size(),
        slots.idle(),
        events.count(),
        events.bytes(),
        slots.bytes(),
        counts.snapshot());
  }

  /**
   * Why a key waits.
   *
   * @param key which
   * @param nanos the time
   * @return null where nothing is known of it: it has no events, and its state is not in memory
   */
  public @Nullable KeyStatus statusOf(K key, long nanos) {
    Slot<K, S, O> slot = slots.find(key);
    return slot == null
        ? null
        : new KeyStatus(
            slot.phase(),
            slot.events + slot.letters,
            slot.events == 0 ? -1 : events.position(slot.head),
            Duration.ofNanos(nanos - slot.sinceNanos),
            slot.failures,
            slot.error);
  }

  private void begin(long nanos) {
    if (busy) {
      throw new IllegalStateException("called by its own effects, or after one of them failed");
    }
    busy = true;
    nowNanos = nanos;
  }

  /** Gives permits to keys in the order in which they asked. */
  private void end() {
    Slot<K, S, O> slot = waiting.first();
    while (slot != null && inFlight.size() < permits.limit() && !stopped) {
      waiting.remove(slot);
      start(slot);
      slot = waiting.first();
    }
    busy = false;
  }

  private boolean isDue(Slot<K, S, O> slot) {
    return slot.dueNanos - nowNanos <= 0;
  }

  private void checkRises(Slot<K, S, O> slot, int partition, long position, int sub) {
    if (slot.events == 0 || events.partition(slot.tail) != partition) {
      return;
    }
    long before = events.position(slot.tail);
    if (before > position || (before == position && events.sub(slot.tail) >= sub)) {
      busy = false;
      throw new IllegalArgumentException(
          "position: %s (expected: above %s)"
              .formatted(
                  new Included(partition, position, sub, null),
                  new Included(partition, before, events.sub(slot.tail), null)));
    }
  }

  private boolean take(
      Slot<K, S, O> slot, int partition, long position, int sub, E event, int bytes) {
    boolean full = slot.events >= options.buffer().keyEvents();
    if (full && options.buffer().keyFull() != KeyFull.DEAD_LETTER) {
      if (options.buffer().keyFull() == KeyFull.FAIL) {
        stop(slot.key() + " has " + slot.events + " events waiting");
      }
      return false;
    }
    completeTo = Math.max(completeTo, position + 1);
    counts.events++;
    int place = events.add(partition, position, sub, event, bytes);
    if (full) {
      setAside(slot, place, Cause.KEY_FULL, "as many events wait as may");
    } else {
      events.append(slot, place);
      if (slot.phase() == SlotPhase.IDLE) {
        slots.wake(slot);
        await(slot, Trigger.OFFERED);
      }
    }
    return true;
  }

  private void await(Slot<K, S, O> slot, Trigger trigger) {
    move(slot, trigger);
    waiting.add(slot);
  }

  private void move(Slot<K, S, O> slot, Trigger trigger) {
    slot.enter(slot.phase().after(trigger), nowNanos);
  }

  /** A key has got a permit. */
  private void start(Slot<K, S, O> slot) {
    if (slots.takeRow(slot, nowNanos)) {
      counts.cacheHits++;
      apply(slot);
    } else {
      sendRead(slot);
    }
  }

  private void sendRead(Slot<K, S, O> slot) {
    if (slot.roundEvents == 0) {
      slot.roundEvents = roundOf(slot);
    }
    send(slot, Trigger.READ_SENT);
    counts.reads++;
    effects.read(slot.key(), slot.attempt());
  }

  private int roundOf(Slot<K, S, O> slot) {
    int most = Math.min(slot.events, Math.min(options.buffer().roundEvents(), slot.roundMax()));
    return events.countOfPartition(slot, most);
  }

  private void send(Slot<K, S, O> slot, Trigger trigger) {
    move(slot, trigger);
    slot.dueNanos = nowNanos + timeoutNanos;
    inFlight.add(slot);
  }

  /** The slot of an attempt, which is answered by this; null if the answer comes too late. */
  private @Nullable Slot<K, S, O> answered(long attempt, long nanos) {
    if (stopped) {
      return null;
    }
    Slot<K, S, O> slot = slots.at((int) attempt);
    if (slot.sequence != (int) (attempt >>> Integer.SIZE) || !slot.phase().isInFlight()) {
      counts.lateAnswers++;
      return null;
    }
    begin(nanos);
    close(slot);
    return slot;
  }

  private void close(Slot<K, S, O> slot) {
    slot.sequence++;
    inFlight.remove(slot);
    long tookNanos = nowNanos - slot.sinceNanos;
    permits.ended(tookNanos);
    counts.requests++;
    counts.requestNanos += tookNanos;
  }

  private void learn(Slot<K, S, O> slot, @Nullable StateRow<S> row) {
    if (row != null && row.generation() > generation) {
      stop("generation " + row.generation() + " has begun, after " + generation);
      return;
    }
    slot.know(row, start, nowNanos);
    apply(slot);
  }

  /** Applies events to the row that is known, and writes it. */
  private void apply(Slot<K, S, O> slot) {
    if (slot.namesPartitions() && events.partition(slot.head) == Included.NO_PARTITION) {
      stop(
          "the row of %s has %s, and its event at %d no partition (expected: one, as before)"
              .formatted(
                  slot.key(),
                  Objects.requireNonNull(slot.row).version(),
                  events.position(slot.head)));
      return;
    }
    int replayed = events.countIncluded(slot);
    if (replayed > 0 && !slot.rowIsOwn() && !comparing) {
      adopt(slot);
      return;
    }
    finishReplayed(slot, replayed);
    if (stopped) {
      return;
    }
    if (slot.letters > 0) {
      leave(slot);
    } else if (slot.events == 0) {
      goOn(slot, Trigger.NOTHING_LEFT);
    } else {
      write(slot);
    }
  }

  /**
   * Writes a row as it was read, before the events that it includes are finished. Where timestamps
   * fence, another write may be under way that is older than these events and newer than the row:
   * one of this process that was given up, or of a former owner. It would take the events away.
   */
  private void adopt(Slot<K, S, O> slot) {
    StateRow<S> row = Objects.requireNonNull(slot.row);
    slot.adopt();
    send(slot, Trigger.WRITE_SENT);
    counts.writes++;
    effects.write(slot.key(), row, row, slot.attempt());
  }

  private void write(Slot<K, S, O> slot) {
    int round = roundOf(slot);
    Enriched<S, O> enriched = enriched(slot, round);
    if (stopped) {
      return;
    }
    if (enriched == null) {
      leave(slot);
      return;
    }
    slot.roundEvents = round;
    StateRow<S> expected = slot.row;
    int last = events.last(slot, round);
    Included included = slot.with(events.partition(last), events.position(last), events.sub(last));
    if (included.partitions() > Included.PARTITIONS_MAX) {
      stop(
          "the events of %s come from more than %d partitions"
              .formatted(slot.key(), Included.PARTITIONS_MAX));
      return;
    }
    StateRow<S> row = new StateRow<>(enriched.state(), generation, included);
    slot.write(row, enriched.outputs());
    send(slot, Trigger.WRITE_SENT);
    counts.writes++;
    effects.write(slot.key(), expected, row, slot.attempt());
  }

  /** Applies the first events of a key to its state; null if some of them had to be set aside. */
  private @Nullable Enriched<S, O> enriched(Slot<K, S, O> slot, int count) {
    List<E> list = events.list(slot, count);
    try {
      return enricher.enrich(slot.key(), slot.state(), list);
    } catch (RuntimeException e) {
      var found = enricher.oneByOne(slot.key(), slot.state(), list);
      setAsideFailed(slot, found.errors());
      return found.enriched();
    }
  }

  private void setAsideFailed(Slot<K, S, O> slot, List<@Nullable String> errors) {
    int before = EventSlab.NONE;
    int place = slot.head;
    for (String error : errors) {
      int behind = events.next(place);
      if (error == null) {
        before = place;
      } else {
        events.take(slot, before, place);
        setAside(slot, place, Cause.ENRICH, error);
      }
      place = behind;
    }
  }

  /** Emits once more the outputs of events that the row includes, and finishes them. */
  private void finishReplayed(Slot<K, S, O> slot, int count) {
    if (count == 0) {
      return;
    }
    counts.replayed += count;
    List<O> outputs;
    try {
      outputs = enricher.emitAgain(slot.key(), slot.state(), events.list(slot, count));
    } catch (RuntimeException e) {
      for (int i = 0; i < count; i++) {
        refuse(slot, events.takeFirst(slot), Cause.ENRICH, Applied.YES, e.toString());
      }
      return;
    }
    emit(slot, count, outputs);
    finish(slot, count);
  }

  /** Emits the outputs of the first events of a key. */
  private void emit(Slot<K, S, O> slot, int count, List<O> outputs) {
    if (!enricher.outputPerEvent()) {
      if (!outputs.isEmpty()) {
        effects.emit(
            slot.key(),
            events.position(slot.head),
            events.position(events.last(slot, count)),
            outputs.get(0));
      }
      return;
    }
    int place = slot.head;
    for (int i = 0; i < count; i++) {
      long position = events.position(place);
      effects.emit(slot.key(), position, position, outputs.get(i));
      place = events.next(place);
    }
  }

  private void finish(Slot<K, S, O> slot, int count) {
    for (int i = 0; i < count; i++) {
      events.remove(events.takeFirst(slot));
    }
  }

  private void applied(Slot<K, S, O> slot) {
    boolean adopted = slot.adopting;
    slot.wrote(nowNanos);
    if (adopted) {
      slot.endDoubt();
      apply(slot);
      return;
    }
    counts.rounds++;
    counts.applied += slot.roundEvents;
    List<O> outputs = slot.outputs;
    if (outputs != null) {
      emit(slot, slot.roundEvents, outputs);
    }
    finish(slot, slot.roundEvents);
    slot.trust();
    slot.endRound();
    slot.endDoubt();
    goOn(slot, Trigger.APPLIED);
  }

  private void conflicted(Slot<K, S, O> slot) {
    counts.conflicts++;
    slot.failures++;
    slot.error = "another row stood than was expected";
    slot.dropWrite();
    if (slot.failures < options.retry().attempts()) {
      sendRead(slot);
    } else {
      giveUp(slot, Cause.WRITE);
    }
  }

  private void fail(Slot<K, S, O> slot, String error, boolean forGood) {
    counts.failures++;
    slot.error = error;
    boolean writing = slot.phase() == SlotPhase.WRITING;
    if (forGood && writing && !slot.adopting && slot.roundEvents > 1) {
      slot.dropWrite();
      slot.suspect();
      sendRead(slot);
      return;
    }
    slot.failures++;
    if (writing && !forGood) {
      slot.doubt();
    }
    slot.dropWrite();
    if (forGood || slot.failures >= options.retry().attempts()) {
      giveUp(slot, writing ? Cause.WRITE : Cause.READ);
    } else {
      slot.dueNanos = nowNanos + options.retry().delay(slot.failures, random).toNanos();
      move(slot, Trigger.FAILED);
      backingOff.add(slot);
    }
  }

  private void giveUp(Slot<K, S, O> slot, Cause cause) {
    String error = String.valueOf(slot.error);
    for (int i = slot.roundEvents; i > 0; i--) {
      setAside(slot, events.takeFirst(slot), cause, error);
    }
    slot.endRound();
    if (!stopped) {
      leave(slot);
    }
  }

  private void setAside(Slot<K, S, O> slot, int place, Cause cause, String error) {
    // Another process that is late reads no other row, and its enricher refuses the event as well.
    boolean settled = cause == Cause.ENRICH && slot.rowIsOwn();
    long doubtTo = settled ? slot.doubtTo : Math.max(slot.doubtTo, formerTo);
    boolean doubted =
        events.position(place) <= doubtTo
            || (doubtTo >= 0 && events.partition(place) != Included.NO_PARTITION);
    refuse(slot, place, cause, doubted ? Applied.UNKNOWN : Applied.NO, error);
  }

  /** Sets an event aside that is in no list of its key, unless that is to stop everything. */
  private void refuse(Slot<K, S, O> slot, int place, Cause cause, Applied applied, String error) {
    if (stopped) {
      return;
    }
    long position = events.position(place);
    if (cause != Cause.KEY_FULL && options.lastAttempt() == LastAttempt.STOP) {
      stop("the event at %d of %s failed: %s".formatted(position, slot.key(), error));
      return;
    }
    slot.letters++;
    counts.deadLetters++;
    effects.deadLetter(
        new FailedEvent<>(
            slot.key(), position, events.event(place), cause, applied, slot.failures, error),
        (long) place << Integer.SIZE | slot.index);
  }

  private void stop(String why) {
    stopped = true;
    effects.stopped(why);
  }

  /** A key that has no permit any more waits for its dead letters. */
  private void leave(Slot<K, S, O> slot) {
    move(slot, Trigger.SET_ASIDE);
    slots.keepRow(slot);
  }

  /** A key that has no permit any more continues with the data it has. */
  private void goOn(Slot<K, S, O> slot, Trigger trigger) {
    if (slot.letters > 0) {
      leave(slot);
    } else if (slot.events > 0) {
      slots.keepRow(slot);
      await(slot, trigger);
    } else {
      slot.endRound();
      slot.endDoubt();
      move(slot, Trigger.NOTHING_LEFT);
      slots.rest(slot);
    }
  }
}
