package io.messina.stream.delivery;

import io.messina.stream.delivery.Phase.Trigger;

/** Takes in events of the log, and drops expired ones. */
final class Intake {

  private final Backlog backlog;
  private final GroupProgress progress;
  private final Journal journal;
  private final Dispatch dispatch;
  private final Settling settling;

  Intake(
      Backlog backlog,
      GroupProgress progress,
      Journal journal,
      Dispatch dispatch,
      Settling settling) {
    this.backlog = backlog;
    this.progress = progress;
    this.journal = journal;
    this.dispatch = dispatch;
    this.settling = settling;
  }

  boolean read(LogStretch readable) {
    if (readable.from() != progress.next) {
      return false;
    }
    for (int i = 0; i < readable.count(); i++) {
      if (!dispatch.hasRoom()) {
        return true;
      }
      progress.next = readable.positions()[i] + 1;
      backlog.enter(backlog.add(readable.positions()[i], readable.keys()[i], 0));
    }
    progress.next = readable.to();
    return true;
  }

  boolean redrive(long position, long key, long nowMillis) {
    boolean isFinished = position < progress.next && backlog.find(position) == Slots.NONE;
    if (!dispatch.hasRoom() || !isFinished || progress.leaving.contains(position)) {
      return false;
    }
    backlog.enter(backlog.addRedriven(position, key, 0));
    journal.changed(nowMillis);
    return true;
  }

  int expire(long position, long nowMillis) {
    int expired = 0;
    int slot = backlog.log.first();
    while (slot != Slots.NONE && backlog.slots.positions[slot] < position) {
      settling.lost(slot, nowMillis);
      backlog.finish(slot, Trigger.EXPIRED);
      expired++;
      slot = backlog.log.first();
    }
    if (expired > 0 || progress.next < position) {
      progress.next = Math.max(progress.next, position);
      journal.changed(nowMillis);
    }
    return expired;
  }
}
