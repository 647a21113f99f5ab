package io.messina.stream.delivery;

import io.messina.api.GroupOptions;
import io.messina.store.Bytes;
import io.messina.stream.delivery.Phase.Trigger;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The delivery state of one claim group on one shard. A pure state machine: it changes at once, and
 * holds back each answer until the write that contains the change is durable.
 *
 * <p>How to drive it:
 *
 * <ul>
 *   <li>While {@link #room} is positive, read the log from {@link #next} and pass the events to
 *       {@link #read}. Call {@link #tick} at {@link #nextTickMillis}.
 *   <li>When {@link #writeNeed} says so, write {@link #beginWrite} with the shard's fence, one
 *       write at a time, and call {@link #confirm} once it has applied. If it cannot apply, the
 *       shard has another owner: drop this object.
 *   <li>After each call carry out {@link #takeEffects}.
 * </ul>
 *
 * <p>Times are milliseconds since 1970 of a clock that never goes back and runs at a constant rate,
 * because they measure leases. Positions are packed. Confined to one thread.
 */
public final class GroupDelivery {

  private static final int[] NO_SLOTS = {};

  private final Journal journal = new Journal();
  private final NextDeadline deadline = new NextDeadline();
  private final Backlog backlog;
  private final GroupProgress progress;
  private final Failures failures;
  private final Dispatch dispatch;
  private final Settling settling;
  private final Intake intake;
  private final Timeouts timeouts;
  private final OptionChange optionChange;

  /**
   * A new group.
   *
   * @param options how it hands out events
   * @param random for the jitter
   * @param start the position of the first event that it wants
   * @param nowMillis the time
   */
  public GroupDelivery(GroupOptions options, RandomGenerator random, long start, long nowMillis) {
    this(options, random, new GroupProgress(0, start, 1), Rules.RULES, nowMillis);
  }

  GroupDelivery(
      GroupOptions options,
      RandomGenerator random,
      GroupProgress progress,
      Rules rules,
      long nowMillis) {
    this.progress = progress;
    CurrentOptions current = new CurrentOptions(options);
    this.backlog = new Backlog(current, rules, journal);
    this.failures = new Failures(current, backlog, progress, journal, rules);
    this.dispatch = new Dispatch(current, backlog, progress, journal, deadline, nowMillis);
    this.settling = new Settling(current, backlog, progress, journal, deadline, failures, random);
    this.intake = new Intake(backlog, progress, journal, dispatch, settling);
    this.timeouts = new Timeouts(backlog, deadline, journal, failures, settling);
    this.optionChange = new OptionChange(current, backlog, journal, failures, dispatch, settling);
  }

  /**
   * A group whose former state cannot be read. Its run number is computed from the minute, and its
   * claim numbers from the millisecond, so that both are higher than any earlier ones: earlier
   * receipts are stale. Any event of the log may have a dead letter, which is deleted when the
   * event is done.
   *
   * @param options how it hands out events
   * @param random for the jitter
   * @param start the position of the first event that it wants
   * @param end the end of the log, packed
   * @param nowMillis the time
   */
  public static GroupDelivery anew(
      GroupOptions options, RandomGenerator random, long start, long end, long nowMillis) {
    int run = Math.toIntExact(Duration.ofMillis(nowMillis).toMinutes());
    GroupProgress progress = new GroupProgress(run, start, nowMillis);
    progress.rereadTo = end;
    return new GroupDelivery(options, random, progress, Rules.RULES, nowMillis);
  }

  /**
   * The group as a former owner left it: claim ids stay valid, and leases run in full from now.
   *
   * @param options how it hands out events; may differ from the former owner's
   * @param random for the jitter
   * @param state the durable state
   * @param nowMillis the time
   * @throws IllegalArgumentException if the state cannot be read
   */
  public static GroupDelivery restored(
      GroupOptions options, RandomGenerator random, Bytes state, long nowMillis) {
    return restored(options, random, state, Rules.RULES, nowMillis);
  }

  static GroupDelivery restored(
      GroupOptions options, RandomGenerator random, Bytes state, Rules rules, long nowMillis) {
    StateImage image = StateImageCodec.decode(state.toArray());
    Restoration restoration = new Restoration(image, options, rules, nowMillis);
    GroupProgress progress = restoration.progress();
    GroupDelivery delivery = new GroupDelivery(options, random, progress, rules, nowMillis);
    progress.leaving.forEach(position -> delivery.journal.now(new Effect.DeleteLetter(position)));
    restoration.fill(delivery.backlog, delivery.failures, delivery.deadline);
    image.acked().forEach(acked -> delivery.settling.restore(acked, nowMillis));
    return delivery;
  }

  /**
   * Changes the options. Events that are handed out keep their leases, retries stay due at their
   * times, and events that have used as many attempts as are allowed now become dead letters.
   * {@link #keysUnknown} may name events afterwards.
   *
   * @param options how it hands out events
   * @param nowMillis the time
   */
  public void change(GroupOptions options, long nowMillis) {
    optionChange.change(options, nowMillis);
  }

  /**
   * Limits the rate to this shard's part of the group's; without this call the shard uses all of
   * it.
   *
   * @param shards how many shards the group has, from 1
   * @param nowMillis the time
   */
  public void share(int shards, long nowMillis) {
    optionChange.share(shards, nowMillis);
  }

  /** Returns the end of what has been read, packed, where reading continues. */
  public long next() {
    return progress.next;
  }

  /**
   * Returns the position of the first unfinished event of the log, packed. All events before it are
   * finished. Only {@link #seek} moves it back.
   */
  public long floor() {
    int first = backlog.log.first();
    return first == Slots.NONE ? progress.next : backlog.slots.positions[first];
  }

  /** Returns how many events may be passed to {@link #read}. */
  public int room() {
    return dispatch.room();
  }

  /**
   * Takes in events of the log, all from {@link #next} on. Events that do not fit are ignored, and
   * have to be read again.
   *
   * @param readable the events
   * @param nowMillis the time
   * @return false if they do not begin at {@link #next}, for example after a seek: nothing was
   *     taken
   */
  public boolean read(LogStretch readable, long nowMillis) {
    return intake.read(readable);
  }

  /**
   * Returns the packed positions of restored events whose keys are needed before anything can be
   * handed out; none if the group ignores keys.
   */
  public long[] keysUnknown() {
    return Lookup.keysUnknown(backlog);
  }

  /**
   * Sets the key of a restored event.
   *
   * @param position the event, packed
   * @param key the hash of its key, or {@link LogStretch#NO_KEY}
   */
  public void key(long position, long key) {
    int slot = backlog.find(position);
    if (slot != Slots.NONE) {
      backlog.key(slot, key);
    }
  }

  /**
   * Events before a position no longer exist: the unfinished ones are expired, even if workers have
   * them. Does not affect redriven events.
   *
   * @param position the first that still exists, packed
   * @param nowMillis the time
   * @return how many expired unfinished
   */
  public int expire(long position, long nowMillis) {
    return intake.expire(position, nowMillis);
  }

  /**
   * Hands out ready events, at most {@code max}, and answers with {@link Effect.Claimed}: at once
   * if there are none, otherwise as soon as the leases are durable.
   *
   * @param request of a worker
   * @param nowMillis the time
   */
  public void claim(ClaimRequest request, long nowMillis) {
    dispatch.claim(request, nowMillis);
  }

  /**
   * Returns how many events claims would get.
   *
   * @param nowMillis the time
   */
  public int ready(long nowMillis) {
    return dispatch.allowed(Integer.MAX_VALUE, nowMillis);
  }

  /**
   * Returns whether a claim would get any event.
   *
   * @param nowMillis the time
   */
  public boolean hasReady(long nowMillis) {
    return dispatch.allowed(1, nowMillis) > 0;
  }

  /**
   * Settles events, and answers with {@link Effect.Settled} once it is durable.
   *
   * @param ticket identifies the request in the answer
   * @param outcome of the events
   * @param claimIds of the events
   * @param nowMillis the time
   */
  public void settle(long ticket, Outcome outcome, List<ClaimId> claimIds, long nowMillis) {
    settling.settle(ticket, outcome, claimIds, nowMillis);
  }

  /**
   * A dead letter is durable.
   *
   * @param letter from {@link Effect.WriteLetter}
   * @param nowMillis the time
   */
  public void letterWritten(DeadLetter letter, long nowMillis) {
    failures.letterWritten(letter, nowMillis);
  }

  /**
   * The row of a dead letter is deleted.
   *
   * @param position from {@link Effect.DeleteLetter}
   * @param nowMillis the time
   */
  public void letterDeleted(long position, long nowMillis) {
    if (progress.leaving.remove(position)) {
      journal.changed(nowMillis);
    }
  }

  /**
   * Returns whether an event is done but the row of its dead letter is not yet deleted.
   *
   * @param position the event, packed
   */
  public boolean isLeaving(long position) {
    return progress.leaving.contains(position);
  }

  /**
   * Hands a dead letter out again, with its attempts counted from zero. Its row stays until {@link
   * Effect.DeleteLetter}.
   *
   * @param position the event, packed
   * @param key the hash of its key, or {@link LogStretch#NO_KEY}
   * @param nowMillis the time
   * @return false if there is no room now, or the event is not finished
   */
  public boolean redrive(long position, long key, long nowMillis) {
    return intake.redrive(position, key, nowMillis);
  }

  /**
   * Begins a new run at a position, which makes all claim ids stale. Unfinished events are
   * forgotten; to purge, seek the end of the log. Redriven events stay among the dead letters.
   *
   * @param ticket of the answer
   * @param position where reading continues, packed
   * @param nowMillis the time
   */
  public void seek(long ticket, long position, long nowMillis) {
    backlog.forEach(slot -> backlog.finish(slot, Trigger.EXPIRED));
    progress.beginRun(position);
    done(ticket, nowMillis);
  }

  /**
   * Stops or starts handing out events; leases continue.
   *
   * @param ticket of the answer
   * @param paused true to stop
   * @param nowMillis the time
   */
  public void pause(long ticket, boolean paused, long nowMillis) {
    progress.paused = paused;
    done(ticket, nowMillis);
  }

  /**
   * Answers with {@link Effect.Done} once all earlier changes are durable.
   *
   * @param ticket of the answer
   */
  public void sync(long ticket) {
    journal.onceDurable(new Effect.Done(ticket), NO_SLOTS);
  }

  private void done(long ticket, long nowMillis) {
    journal.changed(nowMillis);
    sync(ticket);
  }

  /**
   * Does what is due, such as ending leases.
   *
   * @param nowMillis the time
   */
  public void tick(long nowMillis) {
    timeouts.tick(nowMillis);
  }

  /**
   * Returns when to call {@link #tick}: when something becomes due, events can be handed out that
   * cannot be now, or a write is overdue; {@link Long#MAX_VALUE} for never.
   */
  public long nextTickMillis() {
    return Math.min(journal.dueMillis(), nextDueMillis());
  }

  /**
   * As {@link #nextTickMillis}, without overdue writes, for a caller that has requested a write
   * already.
   */
  public long nextDueMillis() {
    return Math.min(deadline.atMillis(), dispatch.nextTokenMillis());
  }

  /**
   * Returns whether the state should be written.
   *
   * @param nowMillis the time
   */
  public WriteNeed writeNeed(long nowMillis) {
    return journal.need(nowMillis);
  }

  /**
   * Returns the present state, to be written. No other write can begin until this one is confirmed.
   *
   * @param nowMillis the time
   * @throws IllegalStateException if a write is in progress
   */
  public StateWrite beginWrite(long nowMillis) {
    long version = journal.beginWrite();
    StateImage image = new Snapshot(backlog, nowMillis).take(progress, settling.lastAcks());
    byte[] bytes = StateImageCodec.encode(image);
    if (bytes.length > StateImageCodec.BYTES_MAX) {
      bytes = StateImageCodec.encode(image.withoutAcked());
    }
    return new StateWrite(version, Bytes.wrap(bytes));
  }

  /**
   * The write that was begun has applied: the answers that waited for it are sent, and leases
   * begin.
   *
   * @param nowMillis the time
   * @throws IllegalStateException if no write is in progress
   */
  public void confirm(long nowMillis) {
    journal.confirm(pending -> dispatch.released(pending, nowMillis));
  }

  /** Returns the memory for recently settled events, which serves to answer repeats, in bytes. */
  public long settledBytes() {
    return settling.memoryBytes();
  }

  /**
   * Returns the memory for unfinished events, in bytes: columns for the most there were at once,
   * and the acks of the last two writes.
   */
  public long unfinishedBytes() {
    return backlog.memoryBytes() + settling.lastAcksBytes();
  }

  /**
   * Frees memory: forgets how events were settled, as a take-over does, and frees the columns if no
   * event is unfinished. Keeps the acks of the last two writes; keeps everything while changes are
   * not durable, and for a minute after the last settlement.
   *
   * @param nowMillis the time
   */
  public void giveBack(long nowMillis) {
    settling.giveBack(nowMillis);
    backlog.trim();
  }

  /** Takes the effects since the last call, in order. The list belongs to the caller. */
  public List<Effect> takeEffects() {
    return journal.takeEffects();
  }

  /**
   * Returns the state of an event.
   *
   * @param position the event, packed
   */
  public DeliveryState state(long position) {
    return Lookup.state(backlog, progress, position);
  }

  /**
   * Returns whether an event is unfinished: in delivery, including redriven ones, or not yet read.
   *
   * @param position the event, packed
   */
  public boolean isUnfinished(long position) {
    return position >= progress.next || backlog.find(position) != Slots.NONE;
  }

  /**
   * Returns the packed positions of the unfinished events of the log, ascending, without redriven
   * ones.
   */
  public long[] unfinished() {
    return Lookup.positions(backlog);
  }

  /** Returns the run of the receipts that are given out now, from 0. */
  public int run() {
    return progress.run;
  }

  /** Returns whether the group is paused. */
  public boolean isPaused() {
    return progress.paused;
  }

  /** Returns how many events are with workers, or in a claim that is not durable yet. */
  public int inFlight() {
    return backlog.out();
  }

  /** Returns how many known events are neither with workers nor finished. */
  public int waiting() {
    return backlog.size() - backlog.out();
  }
}
