package io.messina.stream.delivery;

import io.messina.api.GroupOptions;
import io.messina.store.Bytes;
import io.messina.stream.delivery.Phase.Trigger;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The delivery state of one claim group on one shard. It is told what happens and changes at once;
 * what others may only learn when it is durable waits for the write that carries it.
 *
 * <p>How it is driven:
 *
 * <ul>
 *   <li>While {@link #room} is positive, read the log from {@link #next} and give the events to
 *       {@link #read}. Call {@link #tick} at {@link #nextTickMillis}.
 *   <li>When {@link #writeNeed} says so, write {@link #beginWrite} under the shard's fence, one
 *       write at a time, and say {@link #confirm} once it has applied. If it cannot apply, the
 *       shard has another owner: drop this object.
 *   <li>After each call carry out {@link #takeEffects}.
 * </ul>
 *
 * <p>Times are milliseconds since 1970 of a clock that never goes back and keeps its rate: leases
 * are measured by it. Positions are packed. Confined to one thread.
 */
public final class GroupDelivery {

  private static final int[] NO_SLOTS = {};

  private final Journal journal = new Journal();
  private final NextDeadline deadline = new NextDeadline();
  private final Backlog backlog;
  private final Progress progress;
  private final Failures failures;
  private final Dispatch dispatch;
  private final Settling settling;
  private final Intake intake;
  private final Timeouts timeouts;
  private final OptionChange optionChange;

  /**
   * A group that has seen nothing.
   *
   * @param options how it hands out
   * @param random for the jitter
   * @param start the first position that it wants
   * @param nowMillis the time
   */
  public GroupDelivery(GroupOptions options, RandomGenerator random, long start, long nowMillis) {
    this(options, random, new Progress(0, start, 1), Rules.RULES, nowMillis);
  }

  GroupDelivery(
      GroupOptions options,
      RandomGenerator random,
      Progress progress,
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
   * A group whose former state cannot be read. The minute makes its run a later one than any that
   * was counted to, and the millisecond its claims: receipts of before are stale. Any event of the
   * log may have a dead letter, which goes when the event is done.
   *
   * @param options how it hands out
   * @param random for the jitter
   * @param start the first position that it wants
   * @param end where the log ends, packed
   * @param nowMillis the time
   * @return the group
   */
  public static GroupDelivery anew(
      GroupOptions options, RandomGenerator random, long start, long end, long nowMillis) {
    int run = Math.toIntExact(Duration.ofMillis(nowMillis).toMinutes());
    Progress progress = new Progress(run, start, nowMillis);
    progress.rereadTo = end;
    return new GroupDelivery(options, random, progress, Rules.RULES, nowMillis);
  }

  /**
   * The group as a former owner left it: claim ids stay good, and leases run in full from now.
   *
   * @param options how it hands out; may differ from the former owner's
   * @param random for the jitter
   * @param state what stands in the durable state
   * @param nowMillis the time
   * @return the group
   * @throws IllegalArgumentException where the state cannot be read
   */
  public static GroupDelivery restored(
      GroupOptions options, RandomGenerator random, Bytes state, long nowMillis) {
    return restored(options, random, state, Rules.RULES, nowMillis);
  }

  static GroupDelivery restored(
      GroupOptions options, RandomGenerator random, Bytes state, Rules rules, long nowMillis) {
    StateImage image = StateImageCodec.decode(state.toArray());
    Restoration restoration = new Restoration(image, options, rules, nowMillis);
    Progress progress = restoration.progress();
    GroupDelivery delivery = new GroupDelivery(options, random, progress, rules, nowMillis);
    progress.leaving.forEach(position -> delivery.journal.now(new Effect.DeleteLetter(position)));
    restoration.fill(delivery.backlog, delivery.failures, delivery.deadline);
    image.acked().forEach(acked -> delivery.settling.restore(acked, nowMillis));
    return delivery;
  }

  /**
   * Hands out in another way from now on. What is out stays out with the lease it has, retries come
   * when they are due, and what has had as many attempts as are allowed now goes to the dead
   * letters. {@link #keysUnknown} may name events afterwards.
   *
   * @param options how it hands out
   * @param nowMillis the time
   */
  public void change(GroupOptions options, long nowMillis) {
    optionChange.change(options, nowMillis);
  }

  /**
   * Hands out this shard's part of what the group may hand out a second; without this it is all.
   *
   * @param shards on how many the group is, from 1
   * @param nowMillis the time
   */
  public void share(int shards, long nowMillis) {
    optionChange.share(shards, nowMillis);
  }

  /**
   * Where reading goes on.
   *
   * @return the end of what has been read, packed
   */
  public long next() {
    return progress.next;
  }

  /**
   * Everything before it is finished; it goes back only by {@link #seek}.
   *
   * @return the first unfinished position of the log, packed
   */
  public long floor() {
    int first = backlog.log.first();
    return first == Slots.NONE ? progress.next : backlog.slots.positions[first];
  }

  /**
   * How many events are wanted.
   *
   * @return at most so many may be given to {@link #read}
   */
  public int room() {
    return dispatch.room();
  }

  /**
   * Events of the log, all from {@link #next} on. Those that do not fit are left, and have to be
   * read again.
   *
   * @param readable the events
   * @param nowMillis the time
   * @return false where they do not begin at {@link #next}, as after a seek: nothing was taken
   */
  public boolean read(LogStretch readable, long nowMillis) {
    return intake.read(readable);
  }

  /**
   * Restored events whose keys are to be told before anything can be handed out; none where keys do
   * not matter.
   *
   * @return their positions, packed
   */
  public long[] keysUnknown() {
    return Lookup.keysUnknown(backlog);
  }

  /**
   * Tells the key of a restored event.
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
   * Events before a position are no more: those that are unfinished are expired, also where workers
   * have them. Redriven ones are not meant.
   *
   * @param position the first that is still there, packed
   * @param nowMillis the time
   * @return how many expired unfinished
   */
  public int expire(long position, long nowMillis) {
    return intake.expire(position, nowMillis);
  }

  /**
   * Hands out what there is, at most {@code max}, and answers with {@link Effect.Claimed}: at once
   * where nothing is to be had, else as soon as the leases are durable.
   *
   * @param request who asks for what
   * @param nowMillis the time
   */
  public void claim(ClaimRequest request, long nowMillis) {
    dispatch.claim(request, nowMillis);
  }

  /**
   * How many events claims would get.
   *
   * @param nowMillis the time
   * @return from 0
   */
  public int ready(long nowMillis) {
    return dispatch.allowed(Integer.MAX_VALUE, nowMillis);
  }

  /**
   * Whether a claim would get anything.
   *
   * @param nowMillis the time
   * @return true if so
   */
  public boolean hasReady(long nowMillis) {
    return dispatch.allowed(1, nowMillis) > 0;
  }

  /**
   * Takes what a worker says of its events, and answers with {@link Effect.Settled} once it is
   * durable.
   *
   * @param ticket names the request in the answer
   * @param outcome what it says
   * @param claimIds of what
   * @param nowMillis the time
   */
  public void settle(long ticket, Outcome outcome, List<ClaimId> claimIds, long nowMillis) {
    settling.settle(ticket, outcome, claimIds, nowMillis);
  }

  /**
   * A dead letter is durable.
   *
   * @param letter as asked for by {@link Effect.WriteLetter}
   * @param nowMillis the time
   */
  public void letterWritten(DeadLetter letter, long nowMillis) {
    failures.letterWritten(letter, nowMillis);
  }

  /**
   * The row of a dead letter is deleted.
   *
   * @param position as asked for by {@link Effect.DeleteLetter}
   * @param nowMillis the time
   */
  public void letterDeleted(long position, long nowMillis) {
    if (progress.leaving.remove(position)) {
      journal.changed(nowMillis);
    }
  }

  /**
   * Whether an event is done whose dead letter is still to be deleted.
   *
   * @param position the event, packed
   * @return true until its row has gone
   */
  public boolean isLeaving(long position) {
    return progress.leaving.contains(position);
  }

  /**
   * Hands a dead letter out again, its attempts counted anew. Its row stays until {@link
   * Effect.DeleteLetter}.
   *
   * @param position the event, packed
   * @param key the hash of its key, or {@link LogStretch#NO_KEY}
   * @param nowMillis the time
   * @return false where there is no room now, or the event is not finished
   */
  public boolean redrive(long position, long key, long nowMillis) {
    return intake.redrive(position, key, nowMillis);
  }

  /**
   * Begins a new run from a position, which makes all claim ids stale. Unfinished events are
   * forgotten; to purge, seek the end of the log. Redriven ones stay among the dead letters.
   *
   * @param ticket of the answer
   * @param position where reading goes on, packed
   * @param nowMillis the time
   */
  public void seek(long ticket, long position, long nowMillis) {
    backlog.forEach(slot -> backlog.finish(slot, Trigger.EXPIRED));
    progress.beginRun(position);
    done(ticket, nowMillis);
  }

  /**
   * Stops or starts handing out; what is out stays out.
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
   * Answers with {@link Effect.Done} once all that was said before is durable.
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
   * Does what is due.
   *
   * @param nowMillis the time
   */
  public void tick(long nowMillis) {
    timeouts.tick(nowMillis);
  }

  /**
   * When something will be due, or may be handed out that may not now, or a write is overdue.
   *
   * @return the time, {@link Long#MAX_VALUE} for never
   */
  public long nextTickMillis() {
    return Math.min(journal.dueMillis(), nextDueMillis());
  }

  /**
   * When something will be due, or may be handed out that may not now, whatever is to be written:
   * for whoever has asked for a write already.
   *
   * @return the time, {@link Long#MAX_VALUE} for never
   */
  public long nextDueMillis() {
    return Math.min(deadline.atMillis(), dispatch.nextTokenMillis());
  }

  /**
   * Whether the state wants to be written.
   *
   * @param nowMillis the time
   * @return how much
   */
  public WriteNeed writeNeed(long nowMillis) {
    return journal.need(nowMillis);
  }

  /**
   * The state as it is, to be written. Until it is confirmed no other is given.
   *
   * @param nowMillis the time
   * @return what to write
   * @throws IllegalStateException where a write is on its way
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
   * The write that was begun has applied: answers that waited for it go out, and leases begin.
   *
   * @param nowMillis the time
   * @throws IllegalStateException where no write is on its way
   */
  public void confirm(long nowMillis) {
    journal.confirm(pending -> dispatch.released(pending, nowMillis));
  }

  /**
   * What it takes in memory to tell those who ask again how events were settled.
   *
   * @return bytes
   */
  public long settledBytes() {
    return settling.memoryBytes();
  }

  /**
   * What it takes in memory for unfinished events, for room for as many as there were at once, and
   * for the acks of the last two writes.
   *
   * @return bytes
   */
  public long unfinishedBytes() {
    return backlog.memoryBytes() + settling.lastAcksBytes();
  }

  /**
   * Takes no more memory than it has to: forgets how events were settled, as a new owner has, and
   * where no event is unfinished keeps no room for any. Remembers the acks of the last two writes,
   * and all while changes are not durable, or for a minute after the last settlement.
   *
   * @param nowMillis the time
   */
  public void giveBack(long nowMillis) {
    settling.giveBack(nowMillis);
    backlog.trim();
  }

  /**
   * What is to be done outside since this was last asked.
   *
   * @return in order; the caller's to keep
   */
  public List<Effect> takeEffects() {
    return journal.takeEffects();
  }

  /**
   * How an event stands.
   *
   * @param position the event, packed
   * @return its state
   */
  public EventState state(long position) {
    return Lookup.state(backlog, progress, position);
  }

  /**
   * Whether an event is not finished: in delivery, redriven or not, or still to be read.
   *
   * @param position the event, packed
   * @return true if so
   */
  public boolean isUnfinished(long position) {
    return position >= progress.next || backlog.find(position) != Slots.NONE;
  }

  /**
   * The unfinished events of the log; redriven ones are left out.
   *
   * @return their positions, packed and ascending
   */
  public long[] unfinished() {
    return Lookup.positions(backlog);
  }

  /**
   * The run that receipts of now belong to.
   *
   * @return from 0
   */
  public int run() {
    return progress.run;
  }

  /**
   * Whether nothing is handed out.
   *
   * @return what was said last by {@link #pause}
   */
  public boolean isPaused() {
    return progress.paused;
  }

  /**
   * How many events have workers, or are about to.
   *
   * @return from 0
   */
  public int inFlight() {
    return backlog.out();
  }

  /**
   * How many events are known and neither with workers nor finished.
   *
   * @return from 0
   */
  public int waiting() {
    return backlog.size() - backlog.out();
  }
}
