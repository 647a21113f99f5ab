package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.api.GroupOptions;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.stream.delivery.StateImage.Stretch;

/** Restores a new owner's state from what the former one wrote. */
final class Restoration {

  private final StateImage image;
  private final GroupOptions options;
  private final Rules rules;
  private final long nowMillis;

  Restoration(StateImage image, GroupOptions options, Rules rules, long nowMillis) {
    this.image = image;
    this.options = options;
    this.rules = rules;
    this.nowMillis = nowMillis;
  }

  GroupProgress progress() {
    GroupProgress progress = new GroupProgress(image.run(), image.next(), rules.firstClaim(image));
    progress.paused = image.paused();
    progress.rereadTo = image.rereadTo();
    progress.leaving.addAll(image.leaving());
    return progress;
  }

  void fill(Backlog backlog, Failures failures, NextDeadline deadline) {
    for (Stretch stretch : image.log()) {
      for (int i = 0; i < stretch.count(); i++) {
        long position = stretch.first() + i;
        int slot = backlog.add(position, LogStretch.NO_KEY, stretch.attempts());
        stand(slot, stretch.standing(), backlog, deadline);
      }
    }
    for (Stretch stretch : image.redriven()) {
      for (int i = 0; i < stretch.count(); i++) {
        long position = stretch.first() + i;
        int slot = backlog.addRedriven(position, LogStretch.NO_KEY, stretch.attempts());
        stand(slot, stretch.standing(), backlog, deadline);
      }
    }
    backlog.forEach(slot -> judge(slot, backlog, failures));
    backlog.restored();
  }

  private void stand(int slot, Standing standing, Backlog backlog, NextDeadline deadline) {
    backlog.keyUnknown(slot);
    switch (standing) {
      case Standing.Waiting(int silences) -> backlog.slots.silences[slot] = (byte) silences;
      case Standing.Retrying(long dueMillis) -> retry(slot, dueMillis, backlog, deadline);
      case Standing.Held held -> {
        backlog.restoreHeld(slot, held);
        backlog.slots.silences[slot] = (byte) held.silences();
        backlog.slots.dueMillis[slot] = nowMillis + rules.restoredLeaseMillis(held.leaseMillis());
        deadline.at(backlog.slots.dueMillis[slot]);
      }
      case Standing.GivenUp(DeathCause cause) -> backlog.giveUp(slot, cause);
    }
  }

  private void retry(int slot, long dueMillis, Backlog backlog, NextDeadline deadline) {
    if (backlog.slots.attempts[slot] < options.maxAttempts()) {
      // The clock may have been set back since then: no event waits longer than it still had to.
      long latestMillis = nowMillis + dueMillis - image.takenAtMillis();
      backlog.restoreRetrying(slot, Math.min(dueMillis, latestMillis));
      deadline.at(backlog.slots.dueMillis[slot]);
    }
  }

  /** The former owner's process may have ended an event's last attempt. */
  private void judge(int slot, Backlog backlog, Failures failures) {
    Phase phase = backlog.slots.phases[slot];
    if (phase == Phase.GIVEN_UP) {
      failures.writeLetter(slot);
      return;
    }
    boolean isSilent = backlog.slots.silences[slot] > 0;
    DeathCause cause = isSilent ? failures.causeOfSilence(slot) : failures.causeOfFailure(slot);
    if (phase == Phase.READY && cause != null) {
      failures.giveUp(slot, cause, nowMillis);
    }
  }
}
