package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import io.messina.stream.delivery.DeliveryState.Stage;
import io.messina.stream.delivery.Phase.Trigger;
import io.messina.stream.delivery.RecentlySettled.SettledAs;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.stream.delivery.StateImage.Stretch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /** The time of what is never due. */
  static final long NEVER = Long.MAX_VALUE;

  /** The most events of one answer if one of them was with a worker that did not answer. */
  static final int SILENCED_MAX = 10;

  private static final int READ_AHEAD_MAX = 4_096;
  private static final String NO_ANSWER = "its lease ran out";

  private final RandomGenerator random;
  private final Journal journal = new Journal();
  private final TokenBucket tokens;
  private final RecentlySettled recent = new RecentlySettled();
  private final LastAcks lastAcks = new LastAcks();
  private GroupOptions options;
  private int shards = 1;
  private Backlog backlog;
  private boolean paused;
  private int run;

  /** Where reading continues, packed. */
  private long next;

  /** No event from here on was ever handed out or finished: unfinished ones can be read again. */
  private long untouchedFrom;

  /** Events of the log below may have rows among the dead letters, from former runs. */
  private long rereadTo;

  /** Finished events whose rows among the dead letters are to be deleted. */
  private final SortedSet<Long> leaving = new TreeSet<>();

  /** The next claim number. */
  private long claim = 1;

  /** A lower bound of when something is due: too early is harmless, too late is not. */
  private long dueMillis = NEVER;

  /**
   * A new group.
   *
   * @param options how it hands out events
   * @param random for the jitter
   * @param start the position of the first event that it wants
   * @param nowMillis the time
   */
  public GroupDelivery(GroupOptions options, RandomGenerator random, long start, long nowMillis) {
    this.options = options;
    this.random = random;
    this.backlog = new Backlog(options);
    this.tokens = new TokenBucket(options.limits().rateLimit(), nowMillis);
    this.next = start;
    this.untouchedFrom = start;
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
    GroupDelivery delivery = new GroupDelivery(options, random, start, nowMillis);
    delivery.run = Math.toIntExact(Duration.ofMillis(nowMillis).toMinutes());
    delivery.claim = nowMillis;
    delivery.rereadTo = end;
    delivery.tokens.empty();
    return delivery;
  }

  /**
   * The group as a former owner left it: claim ids stay valid, and leases run in full from now. Of
   * a rate limit nothing is left over.
   *
   * @param options how it hands out events; may differ from the former owner's
   * @param random for the jitter
   * @param state the durable state
   * @param nowMillis the time
   * @throws IllegalArgumentException if the state cannot be read
   */
  public static GroupDelivery restored(
      GroupOptions options, RandomGenerator random, Bytes state, long nowMillis) {
    StateImage image = StateImageCodec.decode(state.toArray());
    GroupDelivery delivery = new GroupDelivery(options, random, image.next(), nowMillis);
    delivery.restore(image, nowMillis);
    delivery.tokens.empty();
    return delivery;
  }

  private void restore(StateImage image, long nowMillis) {
    paused = image.paused();
    run = image.run();
    claim = image.claimsFrom();
    rereadTo = image.rereadTo();
    leaving.addAll(image.leaving());
    leaving.forEach(position -> journal.now(new Effect.DeleteLetter(position)));
    image.log().forEach(stretch -> restore(stretch, false, image, nowMillis));
    image.redriven().forEach(stretch -> restore(stretch, true, image, nowMillis));
    for (Entry entry : backlog.all()) {
      if (entry.phase == Phase.GIVEN_UP) {
        writeLetter(entry);
      } else if (entry.phase == Phase.READY) {
        // The former owner's process may have ended its last attempt.
        giveUpIfSpent(entry, nowMillis);
      }
    }
    backlog.restored();
    for (StateImage.Acked acked : image.acked()) {
      remember(acked.position(), acked.claim(), SettledAs.ACKED, nowMillis);
      lastAcks.restore(acked);
    }
  }

  private void restore(Stretch stretch, boolean isRedriven, StateImage image, long nowMillis) {
    for (long position = stretch.first(); position < stretch.end(); position++) {
      Entry entry = backlog.add(position, isRedriven, LogStretch.NO_KEY, stretch.attempts());
      backlog.keyUnknown(entry);
      switch (stretch.standing()) {
        case Standing.Waiting(int silences) -> entry.silences = silences;
        case Standing.Retrying(long atMillis) -> {
          if (!isExhausted(entry)) {
            // The clock may have been set back since then: no event waits longer than it had to.
            long latestMillis = nowMillis + atMillis - image.takenAtMillis();
            entry.phase = Phase.RETRY;
            dueAt(entry, Math.min(atMillis, latestMillis));
          }
        }
        case Standing.Held(long claimed, int leaseMillis, String worker, int silences) -> {
          backlog.restoreHeld(entry, claimed, leaseMillis, worker);
          entry.silences = silences;
          dueAt(entry, nowMillis + leaseMillis);
        }
        case Standing.GivenUp(DeathCause cause) -> backlog.giveUp(entry, cause);
      }
    }
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
    if (options.equals(this.options)) {
      return;
    }
    this.options = options;
    limit(nowMillis);
    backlog.leaveLines(options);
    for (Entry entry : backlog.all()) {
      if (entry.phase == Phase.READY || entry.phase == Phase.RETRY) {
        giveUpIfSpent(entry, nowMillis);
      }
    }
    backlog.restored();
    journal.changed(nowMillis);
  }

  /**
   * Limits the rate to this shard's part of the group's; without this call the shard uses all of
   * it.
   *
   * @param shards how many shards the group has, from 1
   * @param nowMillis the time
   */
  public void share(int shards, long nowMillis) {
    this.shards = shards;
    limit(nowMillis);
  }

  private void limit(long nowMillis) {
    tokens.limit(options.limits().rateLimit(), shards, nowMillis);
  }

  /** Returns the end of what has been read, packed, where reading continues. */
  public long next() {
    return next;
  }

  /**
   * Returns the position of the first unfinished event of the log, packed. All events before it are
   * finished. Only {@link #seek} moves it back.
   */
  public long floor() {
    return backlog.first == null ? next : backlog.first.position;
  }

  /** Returns how many events may be passed to {@link #read}. */
  public int room() {
    int unfinished = options.limits().maxUnfinished() - backlog.size() - leaving.size();
    int ahead = READ_AHEAD_MAX - backlog.fresh.size();
    return hasRoom() ? Math.max(0, Math.min(unfinished, ahead)) : 0;
  }

  /** Whether the state stays within its bytes with one more event that is not handed out. */
  private boolean hasRoom() {
    int untried = backlog.untried();
    int tried = backlog.size() - untried;
    return backlog.size() + leaving.size() < options.limits().maxUnfinished()
        && stateBytesMax(tried, untried + 1, heldMax()) <= StateImageCodec.BYTES_MAX;
  }

  /** More events may be in flight than the limit allows now. */
  private int heldMax() {
    return Math.max(options.limits().maxInFlight(), backlog.out());
  }

  private int stateBytesMax(int tried, int untried, int heldMax) {
    int redriven = backlog.redriven.size();
    return StateImageCodec.bytesMax(
        tried,
        untried,
        redriven,
        leaving.size(),
        heldMax,
        backlog.extents.mostWith(next),
        backlog.extents.count() + 1);
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
    if (readable.from() != next) {
      return false;
    }
    for (int i = 0; i < readable.count(); i++) {
      if (!hasRoom()) {
        return true;
      }
      long position = readable.positions()[i];
      next = position + 1;
      backlog.enter(backlog.add(position, false, readable.keys()[i], 0));
    }
    next = readable.to();
    return true;
  }

  /**
   * Returns the packed positions of restored events whose keys are needed before anything can be
   * handed out; none if the group ignores keys.
   */
  public long[] keysUnknown() {
    return backlog.keysUnknown() == 0
        ? new long[0]
        : positions(backlog.all().stream().filter(entry -> entry.keyUnknown));
  }

  /**
   * Sets the key of a restored event.
   *
   * @param position the event, packed
   * @param key the hash of its key, or {@link LogStretch#NO_KEY}
   */
  public void key(long position, long key) {
    Entry entry = backlog.find(position);
    if (entry != null) {
      backlog.key(entry, key);
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
    int expired = 0;
    while (floor() < Math.min(position, next)) {
      Entry entry = Objects.requireNonNull(backlog.first);
      lost(entry, nowMillis);
      backlog.finish(entry, Trigger.EXPIRED);
      expired++;
    }
    if (expired > 0 || next < position) {
      next = Math.max(next, position);
      journal.changed(nowMillis);
    }
    return expired;
  }

  /**
   * Hands out ready events, at most {@code max}, and answers with {@link Effect.Claimed}: at once
   * if there are none, otherwise as soon as the leases are durable.
   *
   * @param ticket identifies the request in the answer
   * @param request of a worker
   * @param nowMillis the time
   */
  public void claim(long ticket, ClaimRequest request, long nowMillis) {
    int max = allowed(request.max(), nowMillis);
    boolean suspect = false;
    List<Entry> taken = new ArrayList<>(max);
    while (taken.size() < max && !suspect) {
      Entry entry = nextReady();
      if (entry == null || (entry.isSuspect() && !taken.isEmpty())) {
        break;
      }
      suspect = entry.isSuspect();
      max = entry.silences > 0 ? Math.min(max, SILENCED_MAX) : max;
      untouchedFrom = Math.max(untouchedFrom, entry.position + 1);
      backlog.claim(entry, claim, Math.toIntExact(request.lease().toMillis()));
      taken.add(entry);
    }
    tokens.take(taken.size());
    String worker = backlog.workers.add(request.worker(), taken.size());
    long[] positions = new long[taken.size()];
    int[] attempts = new int[positions.length];
    boolean[] redriven = new boolean[positions.length];
    for (int i = 0; i < positions.length; i++) {
      Entry entry = taken.get(i);
      entry.worker = worker;
      positions[i] = entry.position;
      attempts[i] = entry.attempts;
      redriven[i] = entry.redriven;
    }
    Effect answer = new Effect.Claimed(ticket, claim, run, positions, attempts, redriven, suspect);
    if (taken.isEmpty()) {
      journal.now(answer);
    } else {
      claim++;
      journal.changed(nowMillis);
      journal.onceDurable(answer);
    }
  }

  private @Nullable Entry nextReady() {
    Entry again = firstFitting(backlog.again);
    return again == null ? firstFitting(backlog.fresh) : again;
  }

  private @Nullable Entry firstFitting(Line line) {
    return fitsState(line, 1) ? line.first() : null;
  }

  /**
   * Returns how many events claims would get.
   *
   * @param nowMillis the time
   */
  public int ready(long nowMillis) {
    return allowed(Integer.MAX_VALUE, nowMillis);
  }

  /**
   * Returns whether a claim would get any event.
   *
   * @param nowMillis the time
   */
  public boolean hasReady(long nowMillis) {
    return allowed(1, nowMillis) > 0;
  }

  /** How many events the limits allow a claim to get now. */
  private int allowed(int max, long nowMillis) {
    if (paused || backlog.keysUnknown() > 0) {
      return 0;
    }
    int room = Math.max(0, options.limits().maxInFlight() - backlog.out());
    int most = Math.min(max, room);
    int again = fitting(backlog.again, most);
    return tokens.available(nowMillis, again + fitting(backlog.fresh, most - again));
  }

  /** How many events of a queue fit the state's bytes, if all are like the first. */
  private int fitting(Line line, int max) {
    int fit = 0;
    int most = Math.min(max, line.size());
    while (fit < most) {
      int middle = (fit + most + 1) >>> 1;
      if (fitsState(line, middle)) {
        fit = middle;
      } else {
        most = middle - 1;
      }
    }
    return fit;
  }

  /**
   * Whether the state stays within its bytes if {@code count} events like the first of a queue are
   * handed out. One always does where no worker has any: else nothing would ever be finished.
   */
  private boolean fitsState(Line line, int count) {
    if (line.isEmpty()) {
      return false;
    }
    if (count == 1 && backlog.out() == 0) {
      return true;
    }
    int first = line.first().attempts == 0 ? Math.min(count, backlog.untried()) : 0;
    int untried = backlog.untried() - first;
    // Events may have been tried when the limit of events in flight was lower.
    int heldMax = first > 0 ? heldMax() : backlog.out() + count;
    return stateBytesMax(backlog.size() - untried, untried, heldMax) <= StateImageCodec.BYTES_MAX;
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
    List<ReceiptStatus> statuses = new ArrayList<>(claimIds.size());
    boolean isKept = true;
    for (ClaimId claimId : claimIds) {
      Entry entry = valid(claimId, outcome);
      if (entry == null) {
        isKept = false;
        statuses.add(goneStatus(claimId, outcome));
      } else {
        boolean lasts =
            outcome instanceof Outcome.Keep(Duration lease) && lasts(entry, lease, nowMillis);
        if (!lasts) {
          isKept = false;
          journal.changed(nowMillis);
          apply(entry, outcome, nowMillis);
        }
        statuses.add(ReceiptStatus.OK);
      }
    }
    Effect answer = new Effect.Settled(ticket, statuses);
    if (isKept) {
      journal.now(answer);
    } else {
      journal.onceDurable(answer);
    }
  }

  private static boolean lasts(Entry entry, Duration lease, long nowMillis) {
    return entry.dueMillis >= nowMillis + lease.toMillis();
  }

  /** The event, if the claim id is still valid. */
  private @Nullable Entry valid(ClaimId claimId, Outcome outcome) {
    Entry entry = claimId.run() == run ? backlog.find(claimId.position()) : null;
    if (entry == null || entry.claim != claimId.claim()) {
      return null;
    }
    boolean isLateAck = entry.phase == Phase.READY && outcome instanceof Outcome.Ack;
    return entry.phase == Phase.OUT || isLateAck ? entry : null;
  }

  private ReceiptStatus goneStatus(ClaimId claimId, Outcome outcome) {
    long position = claimId.position();
    if (claimId.run() < run) {
      return ReceiptStatus.STALE;
    }
    if (claimId.run() > run || position >= next || claimId.claim() >= claim) {
      return ReceiptStatus.UNKNOWN;
    }
    ReceiptStatus status = recent.status(claimId, settledAs(outcome));
    long acked = lastAcks.claim(position);
    if (status != ReceiptStatus.UNKNOWN) {
      return status;
    }
    if (acked == claimId.claim() && outcome instanceof Outcome.Ack) {
      return ReceiptStatus.OK;
    }
    boolean isKnown = acked != 0 || backlog.find(position) != null;
    return isKnown ? ReceiptStatus.STALE : ReceiptStatus.UNKNOWN;
  }

  private static @Nullable SettledAs settledAs(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Ack() -> SettledAs.ACKED;
      case Outcome.Nacked _, Outcome.BrokenOff _ -> SettledAs.NACKED;
      case Outcome.Extend _, Outcome.Keep _ -> null;
      case Outcome.Release() -> SettledAs.RELEASED;
    };
  }

  private void apply(Entry entry, Outcome outcome, long nowMillis) {
    SettledAs settledAs = settledAs(outcome);
    if (settledAs != null) {
      remember(entry.position, entry.claim, settledAs, nowMillis);
    }
    switch (outcome) {
      case Outcome.Ack() -> ack(entry);
      case Outcome.Nacked(Nack nack) -> nack(entry, nack, nowMillis);
      case Outcome.BrokenOff(String error) -> brokenOff(entry, error, nowMillis);
      case Outcome.Extend(Duration lease) -> extend(entry, lease, nowMillis);
      case Outcome.Keep(Duration lease) -> extend(entry, lease, nowMillis);
      case Outcome.Release() -> release(entry);
    }
  }

  private void remember(long position, long claimed, SettledAs settledAs, long nowMillis) {
    recent.put(position, claimed, settledAs, nowMillis);
    due(recent.idleAtMillis());
  }

  /** An event ends without its worker; the worker's receipt is answered so. */
  private void lost(Entry entry, long nowMillis) {
    if (entry.claim != 0) {
      remember(entry.position, entry.claim, SettledAs.LOST, nowMillis);
    }
  }

  private void ack(Entry entry) {
    long position = entry.position;
    lastAcks.add(position, entry.claim);
    if (entry.redriven || position < rereadTo) {
      leaving.add(position);
      journal.onceDurable(new Effect.DeleteLetter(position));
    }
    backlog.finish(entry, Trigger.ACKED);
  }

  private void nack(Entry entry, Nack nack, long nowMillis) {
    entry.failed(nack.error().orElse(""));
    if (nack.dead()) {
      giveUp(entry, DeathCause.REJECTED);
    } else if (isExhausted(entry)) {
      giveUp(entry, DeathCause.EXHAUSTED);
    } else {
      long delayMillis =
          nack.delay()
              .map(Duration::toMillis)
              .orElseGet(() -> options.backoff().delayMillis(entry.attempts, random));
      backlog.retry(entry);
      dueAt(entry, nowMillis + delayMillis);
    }
  }

  private void brokenOff(Entry entry, String error, long nowMillis) {
    if (handsOutUncertain()) {
      nack(entry, Nack.retry(error), nowMillis);
    } else {
      entry.failed(Nack.retry(error).error().orElse(""));
      giveUp(entry, DeathCause.UNCERTAIN);
    }
  }

  private void extend(Entry entry, Duration lease, long nowMillis) {
    entry.move(Trigger.EXTENDED);
    entry.leaseMillis = Math.toIntExact(lease.toMillis());
    dueAt(entry, nowMillis + entry.leaseMillis);
  }

  private void release(Entry entry) {
    if (entry.attempts > options.maxAttempts()) {
      // Without this attempt, the event has used as many as are allowed since the options changed.
      entry.attempts--;
      giveUp(entry, DeathCause.EXHAUSTED);
    } else {
      backlog.release(entry);
    }
  }

  private boolean isExhausted(Entry entry) {
    return entry.attempts >= options.maxAttempts();
  }

  /** Whether an event is handed out again although its outcome is unknown. */
  private boolean handsOutUncertain() {
    return options.delivery() == Delivery.AT_LEAST_ONCE;
  }

  /** Gives up an event that no worker has, if it must not be handed out again. */
  private boolean giveUpIfSpent(Entry entry, long nowMillis) {
    boolean isUncertain = entry.silences > 0 && !handsOutUncertain();
    if (!isUncertain && !isExhausted(entry)) {
      return false;
    }
    if (entry.phase == Phase.RETRY) {
      entry.move(Trigger.DUE);
    }
    lost(entry, nowMillis);
    giveUp(entry, isUncertain ? DeathCause.UNCERTAIN : DeathCause.EXHAUSTED);
    return true;
  }

  private void giveUp(Entry entry, DeathCause cause) {
    backlog.giveUp(entry, cause);
    writeLetter(entry);
  }

  private void writeLetter(Entry entry) {
    journal.now(
        new Effect.WriteLetter(
            new DeadLetter(entry.position, run, entry.cause, entry.attempts, entry.failures)));
  }

  /**
   * A dead letter is durable.
   *
   * @param letter from {@link Effect.WriteLetter}
   * @param nowMillis the time
   */
  public void letterWritten(DeadLetter letter, long nowMillis) {
    Entry entry = backlog.find(letter.position());
    if (entry != null && letter.run() == run && entry.phase == Phase.GIVEN_UP) {
      backlog.finish(entry, Trigger.LETTER_WRITTEN);
      journal.changed(nowMillis);
    }
  }

  /**
   * The row of a dead letter is deleted.
   *
   * @param position from {@link Effect.DeleteLetter}
   * @param nowMillis the time
   */
  public void letterDeleted(long position, long nowMillis) {
    if (leaving.remove(position)) {
      journal.changed(nowMillis);
    }
  }

  /**
   * Returns whether an event is done but the row of its dead letter is not yet deleted.
   *
   * @param position the event, packed
   */
  public boolean isLeaving(long position) {
    return leaving.contains(position);
  }

  /** Returns the events of {@link #isLeaving}, packed, at this moment. */
  public Set<Long> leaving() {
    return Set.copyOf(leaving);
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
    if (!hasRoom() || isUnfinished(position) || isLeaving(position)) {
      return false;
    }
    backlog.enter(backlog.add(position, true, key, 0));
    journal.changed(nowMillis);
    return true;
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
    backlog.all().forEach(entry -> backlog.finish(entry, Trigger.EXPIRED));
    run = Math.addExact(run, 1);
    rereadTo = Math.max(rereadTo, next);
    next = position;
    untouchedFrom = position;
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
    this.paused = paused;
    done(ticket, nowMillis);
  }

  /**
   * Answers with {@link Effect.Done} once all earlier changes are durable.
   *
   * @param ticket of the answer
   */
  public void sync(long ticket) {
    journal.onceDurable(new Effect.Done(ticket));
  }

  /**
   * Something else has changed that is written with the state.
   *
   * @param nowMillis the time
   */
  public void changed(long nowMillis) {
    journal.changed(nowMillis);
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
    if (nowMillis < dueMillis) {
      return;
    }
    dueMillis = NEVER;
    for (Entry entry : backlog.all()) {
      if (entry.phase == Phase.OUT || entry.phase == Phase.RETRY) {
        tick(entry, nowMillis);
      }
    }
    if (nowMillis >= recent.idleAtMillis()) {
      recent.clear();
      if (journal.isDurable()) {
        lastAcks.clear();
      }
      trim();
    }
    due(recent.idleAtMillis());
  }

  private void tick(Entry entry, long nowMillis) {
    if (entry.dueMillis > nowMillis) {
      due(entry.dueMillis);
    } else if (entry.phase == Phase.RETRY) {
      backlog.due(entry);
    } else {
      leaseEnded(entry, nowMillis);
    }
  }

  /**
   * A lease ended without an answer. The first time counts no attempt, because another event may
   * have killed the worker, unless the group allows only one attempt.
   */
  private void leaseEnded(Entry entry, long nowMillis) {
    if (entry.silences == 0 && options.maxAttempts() > 1 && handsOutUncertain()) {
      backlog.uncount(entry);
    } else {
      entry.failed(NO_ANSWER);
    }
    entry.silences = Math.min(Entry.SUSPECT, entry.silences + 1);
    if (!giveUpIfSpent(entry, nowMillis)) {
      journal.changed(nowMillis);
      backlog.runOut(entry);
    }
  }

  private void dueAt(Entry entry, long millis) {
    entry.dueMillis = millis;
    due(millis);
  }

  private void due(long millis) {
    dueMillis = Math.min(dueMillis, millis);
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
    boolean waits = backlog.ready() > 0 && !paused && !tokens.isOpen();
    return waits ? Math.min(dueMillis, tokens.nextAtMillis()) : dueMillis;
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
   * @param formats at which level to write
   * @throws IllegalStateException if a write is in progress
   */
  public Bytes beginWrite(long nowMillis, FormatLevel formats) {
    journal.beginWrite();
    StateImage image = image(nowMillis);
    byte[] bytes = StateImageCodec.encode(image, formats);
    if (bytes.length > StateImageCodec.BYTES_MAX) {
      bytes = StateImageCodec.encode(image.withoutAcked(), formats);
    }
    return Bytes.wrap(bytes);
  }

  /** Events at the end of the log that were never handed out are left out: they are read again. */
  private StateImage image(long nowMillis) {
    List<Entry> touched = new ArrayList<>();
    long end = next;
    for (Entry entry : backlog.log.values()) {
      if (entry.position >= untouchedFrom) {
        end = entry.position;
        break;
      }
      touched.add(entry);
    }
    return new StateImage(
        paused,
        run,
        claim,
        end,
        rereadTo,
        nowMillis,
        Stretch.of(touched, nowMillis),
        Stretch.singles(backlog.redriven.values(), nowMillis),
        List.copyOf(leaving),
        lastAcks.toWrite());
  }

  /**
   * The write that was begun has applied: the answers that waited for it are sent, and leases
   * begin.
   *
   * @param nowMillis the time
   * @throws IllegalStateException if no write is in progress
   */
  public void confirm(long nowMillis) {
    for (Effect answer : journal.confirm()) {
      if (answer instanceof Effect.Claimed claimed) {
        beginLeases(claimed, nowMillis);
      }
    }
  }

  private void beginLeases(Effect.Claimed claimed, long nowMillis) {
    for (long position : claimed.positions()) {
      Entry entry = backlog.find(position);
      if (entry != null && entry.claim == claimed.claim() && entry.phase == Phase.CLAIMED) {
        entry.move(Trigger.CONFIRMED);
        dueAt(entry, nowMillis + entry.leaseMillis);
      }
    }
  }

  /** Returns the memory for recently settled events, which serves to answer repeats, in bytes. */
  public long settledBytes() {
    return recent.memoryBytes();
  }

  /**
   * Returns the memory for unfinished events, in bytes: columns for the most there were at once,
   * and the acks of the last two writes.
   */
  public long unfinishedBytes() {
    return backlog.memoryBytes() + lastAcks.memoryBytes();
  }

  /**
   * Frees memory: forgets how events were settled, as a take-over does, and frees the columns if no
   * event is unfinished. Keeps the acks of the last two writes; keeps everything while changes are
   * not durable, and for a minute after the last settlement.
   *
   * @param nowMillis the time
   */
  public void giveBack(long nowMillis) {
    if (journal.isDurable() && recent.isDispensable(nowMillis)) {
      recent.clear();
    }
    trim();
  }

  private void trim() {
    if (backlog.size() == 0) {
      backlog = new Backlog(options);
    }
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
    Entry entry = backlog.find(position);
    if (entry == null) {
      return DeliveryState.of(position >= next ? Stage.RECEIVED : Stage.FINISHED);
    }
    return state(entry);
  }

  private static DeliveryState state(Entry entry) {
    boolean isDue = entry.phase == Phase.OUT || entry.phase == Phase.RETRY;
    Stage stage =
        switch (entry.phase) {
          case BLOCKED, READY, CLAIMED, RETRY -> Stage.RECEIVED;
          case OUT -> Stage.PROCESSING;
          case GIVEN_UP -> Stage.FAILED;
          case FINISHED -> Stage.FINISHED;
        };
    return new DeliveryState(
        stage,
        stage == Stage.PROCESSING ? entry.worker : "",
        stage == Stage.PROCESSING ? entry.dueMillis - entry.leaseMillis : 0,
        isDue ? entry.dueMillis : 0,
        entry.attempts,
        entry.failures.isEmpty() ? "" : entry.failures.getLast().error());
  }

  /**
   * Returns the unfinished events that were read, also those that were redriven, in their {@link
   * Unfinished#ORDER}.
   */
  public List<Unfinished> unfinished(Unfinished.Query query, long nowMillis) {
    return backlog.all().stream()
        .map(entry -> new Unfinished(entry.position, state(entry)))
        .filter(event -> query.matches(event.state(), nowMillis))
        .sorted(Unfinished.ORDER)
        .limit(query.max())
        .toList();
  }

  /**
   * Returns whether an event is unfinished: in delivery, including redriven ones, or not yet read.
   *
   * @param position the event, packed
   */
  public boolean isUnfinished(long position) {
    return position >= next || backlog.find(position) != null;
  }

  /**
   * Returns the packed positions of the unfinished events of the log, ascending, without redriven
   * ones.
   */
  public long[] unfinished() {
    return positions(backlog.log.values().stream());
  }

  private static long[] positions(Stream<Entry> entries) {
    return entries.mapToLong(entry -> entry.position).toArray();
  }

  /** Returns the run of the receipts that are given out now, from 0. */
  public int run() {
    return run;
  }

  /** Returns whether the group is paused. */
  public boolean isPaused() {
    return paused;
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
