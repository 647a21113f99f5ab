package io.messina.stream.delivery;

import io.messina.stream.delivery.Journal.Pending;
import java.util.Arrays;

/** Hands out events. */
final class Dispatch {

  private static final int NONE = Slots.NONE;
  private static final int READ_AHEAD_MAX = 4_096;

  /** The most events of one answer if one of them was with a worker that did not answer. */
  static final int SILENCED_MAX = 10;

  private final CurrentOptions current;
  private final Backlog backlog;
  private final GroupProgress progress;
  private final Journal journal;
  private final NextDeadline deadline;
  private final TokenBucket tokens;

  Dispatch(
      CurrentOptions current,
      Backlog backlog,
      GroupProgress progress,
      Journal journal,
      NextDeadline deadline,
      long now) {
    this.current = current;
    this.backlog = backlog;
    this.progress = progress;
    this.journal = journal;
    this.deadline = deadline;
    this.tokens = new TokenBucket(current.options.limits().rateLimit(), now);
  }

  void claim(ClaimRequest request, long nowMillis) {
    int[] taken = new int[allowed(request.max(), nowMillis)];
    int count = 0;
    int max = taken.length;
    boolean suspect = false;
    while (count < max && !suspect) {
      int slot = next();
      suspect = slot != NONE && backlog.slots.isSuspect(slot);
      if (slot == NONE || (suspect && count > 0)) {
        suspect = false;
        break;
      }
      if (backlog.slots.silences[slot] > 0) {
        max = Math.min(max, SILENCED_MAX);
      }
      take(slot, request);
      taken[count++] = slot;
    }
    tokens.take(count);
    name(request.worker(), taken, count);
    answer(request, Arrays.copyOf(taken, count), suspect, nowMillis);
  }

  /** Applies a changed rate. */
  void limit(long nowMillis) {
    tokens.limit(current.options.limits().rateLimit(), current.shards, nowMillis);
  }

  /** How many events the limits allow a claim to get now. */
  int allowed(int max, long nowMillis) {
    if (progress.paused || backlog.keysUnknown() > 0) {
      return 0;
    }
    int room = Math.max(0, current.options.limits().maxInFlight() - backlog.out());
    return tokens.available(nowMillis, fitting(Math.min(max, room)));
  }

  /** How many ready events can be handed out within the bound of the state's bytes. */
  private int fitting(int max) {
    int again = fitting(backlog.firstAgain(), Math.min(max, backlog.readyAgain()));
    return again + fitting(backlog.firstFresh(), Math.min(max - again, backlog.readyFresh()));
  }

  /** How many events of a queue can be, if all are like the first. */
  private int fitting(int first, int max) {
    int fit = 0;
    int most = max;
    while (fit < most) {
      int middle = (fit + most + 1) >>> 1;
      if (fitsState(first, middle)) {
        fit = middle;
      } else {
        most = middle - 1;
      }
    }
    return fit;
  }

  long nextTokenMillis() {
    boolean waits = backlog.ready() > 0 && !progress.paused && !tokens.isOpen();
    return waits ? tokens.nextAtMillis() : NextDeadline.NEVER;
  }

  private int next() {
    int again = backlog.firstAgain();
    if (again != NONE && fitsState(again, 1)) {
      return again;
    }
    int fresh = backlog.firstFresh();
    return fresh != NONE && fitsState(fresh, 1) ? fresh : NONE;
  }

  /**
   * Whether the state stays within its bytes if {@code count} more events like this one are handed
   * out.
   */
  private boolean fitsState(int slot, int count) {
    int first = backlog.slots.attempts[slot] == 0 ? Math.min(count, backlog.untried()) : 0;
    int tried = backlog.size() - backlog.untried() + first;
    int untried = backlog.untried() - first;
    // Events may have been tried when the limit of events in flight was lower.
    int bytes =
        first > 0
            ? stateBytesMax(tried, untried)
            : stateBytesMax(tried, untried, backlog.out() + count);
    return bytes <= StateImageCodec.BYTES_MAX;
  }

  /** How many more events of the log are wanted. */
  int room() {
    int unfinished =
        current.options.limits().maxUnfinished() - backlog.size() - progress.leaving.size();
    int ahead = READ_AHEAD_MAX - backlog.readyFresh();
    return hasRoom() ? Math.max(0, Math.min(unfinished, ahead)) : 0;
  }

  /** Whether the state stays within its bytes with one more event that is not handed out. */
  boolean hasRoom() {
    int untried = backlog.untried();
    int tried = backlog.size() - untried;
    return backlog.size() + progress.leaving.size() < current.options.limits().maxUnfinished()
        && stateBytesMax(tried, untried + 1) <= StateImageCodec.BYTES_MAX;
  }

  private int stateBytesMax(int tried, int untried) {
    // More events may be in flight than the limit allows now.
    int heldMax = Math.max(current.options.limits().maxInFlight(), backlog.out());
    return stateBytesMax(tried, untried, heldMax);
  }

  private int stateBytesMax(int tried, int untried, int heldMax) {
    int first = backlog.log.first();
    long span = first == NONE ? 0 : progress.next - backlog.slots.positions[first];
    int leaving = progress.leaving.size();
    return StateBytes.max(tried, untried, backlog.redriven.size(), leaving, heldMax, span);
  }

  private void take(int slot, ClaimRequest request) {
    int leaseMillis = Math.toIntExact(request.lease().toMillis());
    progress.touch(backlog.slots.positions[slot]);
    backlog.claim(slot, progress.claim, leaseMillis);
  }

  private void name(String worker, int[] taken, int count) {
    int number = backlog.workers.add(worker, count);
    for (int i = 0; i < count; i++) {
      backlog.slots.workers[taken[i]] = number;
    }
  }

  private void answer(ClaimRequest request, int[] taken, boolean suspect, long nowMillis) {
    Effect.Claimed answer = claimed(request.ticket(), taken, suspect);
    if (taken.length == 0) {
      journal.now(answer);
      return;
    }
    progress.claim++;
    journal.changed(nowMillis);
    journal.onceDurable(answer, taken);
  }

  private Effect.Claimed claimed(long ticket, int[] taken, boolean suspect) {
    long[] positions = new long[taken.length];
    int[] attempts = new int[taken.length];
    for (int i = 0; i < taken.length; i++) {
      positions[i] = backlog.slots.positions[taken[i]];
      attempts[i] = backlog.slots.attempts[taken[i]];
    }
    return new Effect.Claimed(ticket, progress.claim, progress.run, positions, attempts, suspect);
  }

  /** The claim is durable and its answer is sent: the leases begin. */
  void released(Pending pending, long nowMillis) {
    if (!(pending.answer() instanceof Effect.Claimed claimed)) {
      return;
    }
    Slots slots = backlog.slots;
    for (int slot : pending.slots()) {
      if (slots.phases[slot] == Phase.CLAIMED && slots.claims[slot] == claimed.claim()) {
        backlog.confirm(slot, nowMillis + slots.leaseMillis[slot]);
        deadline.at(slots.dueMillis[slot]);
      }
    }
  }
}
