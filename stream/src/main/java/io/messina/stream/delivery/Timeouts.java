package io.messina.stream.delivery;

import io.messina.api.DeathCause;

/** Ends leases and makes retries ready when they are due. */
final class Timeouts {

  private final Backlog backlog;
  private final NextDeadline deadline;
  private final Journal journal;
  private final Failures failures;
  private final Settling settling;

  Timeouts(
      Backlog backlog,
      NextDeadline deadline,
      Journal journal,
      Failures failures,
      Settling settling) {
    this.backlog = backlog;
    this.deadline = deadline;
    this.journal = journal;
    this.failures = failures;
    this.settling = settling;
  }

  void tick(long nowMillis) {
    if (nowMillis < deadline.atMillis()) {
      return;
    }
    deadline.clear();
    backlog.forEach(slot -> check(slot, nowMillis));
    settling.tick(nowMillis);
  }

  private void check(int slot, long nowMillis) {
    Phase phase = backlog.slots.phases[slot];
    if (phase != Phase.OUT && phase != Phase.RETRY) {
      return;
    }
    if (backlog.slots.dueMillis[slot] > nowMillis) {
      deadline.at(backlog.slots.dueMillis[slot]);
    } else if (phase == Phase.RETRY) {
      backlog.due(slot);
    } else {
      leaseEnded(slot, nowMillis);
    }
  }

  private void leaseEnded(int slot, long nowMillis) {
    failures.silent(slot);
    DeathCause cause = failures.causeOfSilence(slot);
    if (cause == null) {
      journal.changed(nowMillis);
      backlog.runOut(slot);
    } else {
      settling.lost(slot, nowMillis);
      failures.giveUp(slot, cause, nowMillis);
    }
  }
}
