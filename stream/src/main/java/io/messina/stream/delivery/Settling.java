package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.api.ReceiptStatus;
import io.messina.stream.delivery.Phase.Trigger;
import io.messina.stream.delivery.RecentlySettled.SettledAs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Applies the outcomes that workers report. */
final class Settling {

  private static final int NONE = Slots.NONE;
  private static final int[] NO_SLOTS = {};

  private final CurrentOptions current;
  private final Backlog backlog;
  private final GroupProgress progress;
  private final Journal journal;
  private final NextDeadline deadline;
  private final Failures failures;
  private final RandomGenerator random;
  private final RecentlySettled recent = new RecentlySettled();
  private final LastAcks lastAcks = new LastAcks();

  Settling(
      CurrentOptions current,
      Backlog backlog,
      GroupProgress progress,
      Journal journal,
      NextDeadline deadline,
      Failures failures,
      RandomGenerator random) {
    this.current = current;
    this.backlog = backlog;
    this.progress = progress;
    this.journal = journal;
    this.deadline = deadline;
    this.failures = failures;
    this.random = random;
  }

  void settle(long ticket, Outcome outcome, List<ClaimId> claimIds, long nowMillis) {
    List<ReceiptStatus> statuses = new ArrayList<>(claimIds.size());
    boolean durable = false;
    for (ClaimId claimId : claimIds) {
      int slot = good(claimId, outcome);
      if (slot == NONE) {
        durable = true;
        statuses.add(goneStatus(claimId, outcome));
      } else if (outcome instanceof Outcome.Keep(Duration lease) && lasts(slot, lease, nowMillis)) {
        statuses.add(ReceiptStatus.OK);
      } else {
        durable = true;
        apply(slot, outcome, nowMillis);
        statuses.add(ReceiptStatus.OK);
      }
    }
    answer(new Effect.Settled(ticket, statuses), durable);
  }

  private boolean lasts(int slot, Duration lease, long nowMillis) {
    return backlog.slots.dueMillis[slot] >= nowMillis + lease.toMillis();
  }

  private void answer(Effect.Settled settled, boolean durable) {
    if (durable) {
      journal.onceDurable(settled, NO_SLOTS);
    } else {
      journal.now(settled);
    }
  }

  /** The slot of the event, if the claim id is still valid. */
  private int good(ClaimId claimId, Outcome outcome) {
    int slot = claimId.run() == progress.run ? backlog.find(claimId.position()) : NONE;
    if (slot == NONE || backlog.slots.claims[slot] != claimId.claim()) {
      return NONE;
    }
    Phase phase = backlog.slots.phases[slot];
    boolean lateAck = phase == Phase.READY && outcome instanceof Outcome.Ack;
    return phase == Phase.OUT || lateAck ? slot : NONE;
  }

  private ReceiptStatus goneStatus(ClaimId claimId, Outcome outcome) {
    if (claimId.run() != progress.run) {
      return claimId.run() < progress.run ? ReceiptStatus.STALE : ReceiptStatus.UNKNOWN;
    }
    if (claimId.position() >= progress.next || claimId.claim() >= progress.claim) {
      return ReceiptStatus.UNKNOWN;
    }
    ReceiptStatus status = recent.status(claimId, settlement(outcome));
    long acked = lastAcks.claim(claimId.position());
    if (status == ReceiptStatus.UNKNOWN && acked != 0) {
      boolean same = acked == claimId.claim() && outcome instanceof Outcome.Ack;
      return same ? ReceiptStatus.OK : ReceiptStatus.STALE;
    }
    if (status == ReceiptStatus.UNKNOWN && backlog.find(claimId.position()) != NONE) {
      return ReceiptStatus.STALE;
    }
    return status;
  }

  private static @Nullable SettledAs settlement(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Ack() -> SettledAs.ACKED;
      case Outcome.Nack _ -> SettledAs.NACKED;
      case Outcome.Extend _, Outcome.Keep _ -> null;
      case Outcome.Release() -> SettledAs.RELEASED;
    };
  }

  private void apply(int slot, Outcome outcome, long nowMillis) {
    journal.changed(nowMillis);
    switch (outcome) {
      case Outcome.Ack() -> ack(slot, nowMillis);
      case Outcome.Nack nack -> nack(slot, nack, nowMillis);
      case Outcome.Extend extend -> extend(slot, extend.lease(), nowMillis);
      case Outcome.Keep keep -> extend(slot, keep.lease(), nowMillis);
      case Outcome.Release() -> release(slot, nowMillis);
    }
  }

  private void ack(int slot, long nowMillis) {
    long position = backlog.slots.positions[slot];
    remember(slot, SettledAs.ACKED, nowMillis);
    lastAcks.add(position, backlog.slots.claims[slot]);
    if (backlog.slots.redriven[slot] || position < progress.rereadTo) {
      progress.leaving.add(position);
      journal.onceDurable(new Effect.DeleteLetter(position), NO_SLOTS);
    }
    backlog.finish(slot, Trigger.ACKED);
  }

  private void nack(int slot, Outcome.Nack nack, long nowMillis) {
    remember(slot, SettledAs.NACKED, nowMillis);
    failures.failed(slot, nack.error());
    if (nack.dead()) {
      failures.giveUp(slot, DeathCause.REJECTED, nowMillis);
    } else if (failures.isExhausted(slot)) {
      failures.giveUp(slot, DeathCause.EXHAUSTED, nowMillis);
    } else {
      long dueMillis = nowMillis + delayMillis(slot, nack);
      backlog.retry(slot, dueMillis);
      deadline.at(dueMillis);
    }
  }

  private long delayMillis(int slot, Outcome.Nack nack) {
    return nack.delay() == null
        ? current.options.backoff().delayMillis(backlog.slots.attempts[slot], random)
        : nack.delay().toMillis();
  }

  private void extend(int slot, Duration lease, long nowMillis) {
    Slots slots = backlog.slots;
    backlog.move(slot, Trigger.EXTENDED);
    slots.leaseMillis[slot] = Math.toIntExact(lease.toMillis());
    slots.dueMillis[slot] = nowMillis + slots.leaseMillis[slot];
    deadline.at(slots.dueMillis[slot]);
  }

  private void release(int slot, long nowMillis) {
    remember(slot, SettledAs.RELEASED, nowMillis);
    if (backlog.slots.attempts[slot] > current.options.maxAttempts()) {
      // Without this attempt, the event has used as many as are allowed since the options changed.
      backlog.slots.attempts[slot]--;
      failures.giveUp(slot, DeathCause.EXHAUSTED, nowMillis);
    } else {
      backlog.release(slot);
    }
  }

  private void remember(int slot, SettledAs settlement, long nowMillis) {
    recent.put(backlog.slots.positions[slot], backlog.slots.claims[slot], settlement, nowMillis);
    deadline.at(recent.idleAtMillis());
  }

  /** An event was acknowledged under the former owner: a repeat of that ack is answered with OK. */
  void restore(StateImage.Acked acked, long nowMillis) {
    recent.put(acked.position(), acked.claim(), SettledAs.ACKED, nowMillis);
    deadline.at(recent.idleAtMillis());
    lastAcks.restore(acked);
  }

  /** The acks that the next write contains. */
  List<StateImage.Acked> lastAcks() {
    return lastAcks.toWrite();
  }

  /** The memory that can be freed, in bytes. */
  long memoryBytes() {
    return recent.memoryBytes();
  }

  /** The memory of the acks for the next owner, in bytes. */
  long lastAcksBytes() {
    return lastAcks.memoryBytes();
  }

  /** Forgets how events were settled, except the last acks, unless repeats are still likely. */
  void giveBack(long nowMillis) {
    if (journal.isDurable() && recent.isDispensable(nowMillis)) {
      recent.clear();
    }
  }

  /** Forgets how events were settled, after a while without any. */
  void tick(long nowMillis) {
    if (nowMillis >= recent.idleAtMillis()) {
      recent.clear();
      if (journal.isDurable()) {
        lastAcks.clear();
      }
      backlog.trim();
    }
    deadline.at(recent.idleAtMillis());
  }

  /** An event ended without its worker; the worker's receipt is answered so. */
  void lost(int slot, long nowMillis) {
    if (backlog.slots.claims[slot] != 0) {
      remember(slot, SettledAs.LOST, nowMillis);
    }
  }
}
