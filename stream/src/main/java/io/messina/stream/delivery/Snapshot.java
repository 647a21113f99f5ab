package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.stream.delivery.StateImage.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds the image of a group's state. */
final class Snapshot {

  private final Backlog backlog;
  private final Slots slots;
  private final long nowMillis;

  Snapshot(Backlog backlog, long nowMillis) {
    this.backlog = backlog;
    this.slots = backlog.slots;
    this.nowMillis = nowMillis;
  }

  StateImage take(GroupProgress progress, List<StateImage.Acked> acked) {
    int end = untouchedFrom(progress);
    return new StateImage(
        progress.paused,
        progress.run,
        progress.claim,
        end == Slots.NONE ? progress.next : slots.positions[end],
        progress.rereadTo,
        nowMillis,
        log(end),
        redriven(),
        List.copyOf(progress.leaving),
        acked);
  }

  /** Events at the end of the log that were never handed out are left out: they are read again. */
  private int untouchedFrom(GroupProgress progress) {
    int end = Slots.NONE;
    for (int slot = backlog.log.last();
        slot != Slots.NONE && slots.positions[slot] >= progress.untouchedFrom;
        slot = backlog.log.before(slot)) {
      end = slot;
    }
    return end;
  }

  private List<Stretch> log(int end) {
    List<Stretch> stretches = new ArrayList<>();
    for (int first = backlog.log.first(); first != end; ) {
      int count = 1;
      int next = backlog.log.after(first);
      while (next != end && continues(first, count, next)) {
        count++;
        next = backlog.log.after(next);
      }
      stretches.add(stretch(first, count));
      first = next;
    }
    return stretches;
  }

  private List<Stretch> redriven() {
    List<Stretch> stretches = new ArrayList<>();
    for (int slot = backlog.redriven.first();
        slot != Slots.NONE;
        slot = backlog.redriven.after(slot)) {
      stretches.add(stretch(slot, 1));
    }
    stretches.sort(Comparator.comparingLong(Stretch::first));
    return stretches;
  }

  private boolean continues(int first, int count, int next) {
    return slots.positions[next] == slots.positions[first] + count
        && slots.attempts[next] == slots.attempts[first]
        && isHeld(first) == isHeld(next)
        && (isHeld(first) ? sameHolder(first, next) : standing(first).equals(standing(next)));
  }

  private boolean isHeld(int slot) {
    return slots.phases[slot] == Phase.OUT || slots.phases[slot] == Phase.CLAIMED;
  }

  private boolean sameHolder(int a, int b) {
    return slots.claims[a] == slots.claims[b]
        && slots.leaseMillis[a] == slots.leaseMillis[b]
        && slots.silences[a] == slots.silences[b]
        && slots.workers[a] == slots.workers[b];
  }

  private Stretch stretch(int slot, int count) {
    return new Stretch(slots.positions[slot], count, slots.attempts[slot], standing(slot));
  }

  private Standing standing(int slot) {
    return switch (slots.phases[slot]) {
      case BLOCKED, READY -> new Standing.Waiting(slots.silences[slot]);
      case RETRY -> new Standing.Retrying(Math.max(nowMillis, slots.dueMillis[slot]));
      case CLAIMED, OUT -> held(slot);
      case GIVEN_UP -> new Standing.GivenUp(cause(slot));
      case FINISHED -> throw new IllegalStateException("a finished event has no standing");
    };
  }

  private Standing held(int slot) {
    return new Standing.Held(
        slots.claims[slot],
        slots.leaseMillis[slot],
        backlog.workers.name(slots.workers[slot]),
        slots.silences[slot]);
  }

  private DeathCause cause(int slot) {
    DeathCause cause = slots.causes[slot];
    return cause == null ? DeathCause.EXHAUSTED : cause;
  }
}
