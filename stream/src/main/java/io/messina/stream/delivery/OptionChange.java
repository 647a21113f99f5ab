package io.messina.stream.delivery;

import io.messina.api.DeathCause;
import io.messina.api.GroupOptions;
import io.messina.stream.delivery.Phase.Trigger;
import org.jspecify.annotations.Nullable;

/** Changes the options of a group while it runs; events that are handed out keep their leases. */
final class OptionChange {

  private final CurrentOptions current;
  private final Backlog backlog;
  private final Journal journal;
  private final Failures failures;
  private final Dispatch dispatch;
  private final Settling settling;

  OptionChange(
      CurrentOptions current,
      Backlog backlog,
      Journal journal,
      Failures failures,
      Dispatch dispatch,
      Settling settling) {
    this.current = current;
    this.backlog = backlog;
    this.journal = journal;
    this.failures = failures;
    this.dispatch = dispatch;
    this.settling = settling;
  }

  void change(GroupOptions options, long nowMillis) {
    if (options.equals(current.options)) {
      return;
    }
    backlog.leaveLines();
    current.options = options;
    dispatch.limit(nowMillis);
    backlog.forEach(slot -> judge(slot, nowMillis));
    backlog.restored();
    journal.changed(nowMillis);
  }

  void share(int shards, long nowMillis) {
    current.shards = shards;
    dispatch.limit(nowMillis);
  }

  /** An event that waits for another attempt may have used all that are allowed now. */
  private void judge(int slot, long nowMillis) {
    Phase phase = backlog.slots.phases[slot];
    DeathCause cause = phase == Phase.READY || phase == Phase.RETRY ? cause(slot) : null;
    if (cause == null) {
      return;
    }
    if (phase == Phase.RETRY) {
      backlog.move(slot, Trigger.DUE);
    }
    settling.lost(slot, nowMillis);
    failures.giveUp(slot, cause, nowMillis);
  }

  /** The outcome is unknown if the last lease of an event ended without an answer. */
  private @Nullable DeathCause cause(int slot) {
    if (backlog.slots.silences[slot] > 0) {
      return failures.causeOfSilence(slot);
    }
    return failures.causeOfFailure(slot);
  }
}
