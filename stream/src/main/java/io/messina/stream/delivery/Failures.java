package io.messina.stream.delivery;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import io.messina.stream.delivery.Phase.Trigger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the failures of events, and gives up those that have used all their attempts. The row of a
 * dead letter is durable before the group's state drops the event.
 */
final class Failures {

  private static final String NO_ANSWER = "its lease ran out";

  private final CurrentOptions current;
  private final Backlog backlog;
  private final GroupProgress progress;
  private final Journal journal;
  private final Rules rules;

  Failures(
      CurrentOptions current,
      Backlog backlog,
      GroupProgress progress,
      Journal journal,
      Rules rules) {
    this.current = current;
    this.backlog = backlog;
    this.progress = progress;
    this.journal = journal;
    this.rules = rules;
  }

  boolean isExhausted(int slot) {
    return backlog.slots.attempts[slot] >= current.options.maxAttempts();
  }

  /** Why a failed event becomes a dead letter; null if it may be tried again. */
  @Nullable DeathCause causeOfFailure(int slot) {
    return isExhausted(slot) ? DeathCause.EXHAUSTED : null;
  }

  /**
   * Why an event whose lease ended without an answer becomes a dead letter; null if it does not.
   */
  @Nullable DeathCause causeOfSilence(int slot) {
    if (!rules.handsOutUncertain(current.options.delivery())) {
      return DeathCause.UNCERTAIN;
    }
    return causeOfFailure(slot);
  }

  /**
   * A lease ended without an answer. The first time counts no attempt, because another event may
   * have killed the worker, unless the group allows only one attempt.
   */
  void silent(int slot) {
    Slots slots = backlog.slots;
    boolean hasAnother =
        current.options.maxAttempts() > 1 && rules.handsOutUncertain(current.options.delivery());
    if (slots.silences[slot] == 0 && hasAnother) {
      backlog.uncount(slot);
    } else {
      failed(slot, NO_ANSWER);
    }
    slots.silences[slot] = (byte) Math.min(Slots.SUSPECT, slots.silences[slot] + 1);
  }

  void failed(int slot, String error) {
    Slots slots = backlog.slots;
    AttemptError failure = new AttemptError(slots.attempts[slot], error);
    slots.failures[slot] = new Slots.FailureChain(failure, slots.failures[slot]);
  }

  void giveUp(int slot, DeathCause cause, long nowMillis) {
    backlog.giveUp(slot, cause);
    writeLetter(slot);
    if (!rules.writesLetterBeforeFinishing()) {
      finish(slot, nowMillis);
    }
  }

  /** Requests the row of its dead letter. */
  void writeLetter(int slot) {
    Slots slots = backlog.slots;
    DeathCause cause = slots.causes[slot];
    if (cause != null) {
      journal.now(
          new Effect.WriteLetter(
              new DeadLetter(
                  slots.positions[slot],
                  progress.run,
                  cause,
                  slots.attempts[slot],
                  failures(slots.failures[slot]))));
    }
  }

  private static List<AttemptError> failures(Slots.@Nullable FailureChain newest) {
    List<AttemptError> failures = new ArrayList<>();
    for (Slots.FailureChain next = newest; next != null; next = next.before()) {
      failures.add(next.failure());
    }
    Collections.reverse(failures);
    return failures;
  }

  /** The row is durable. */
  void letterWritten(DeadLetter letter, long nowMillis) {
    int slot = backlog.find(letter.position());
    if (slot != Slots.NONE
        && letter.run() == progress.run
        && backlog.slots.phases[slot] == Phase.GIVEN_UP) {
      finish(slot, nowMillis);
    }
  }

  private void finish(int slot, long nowMillis) {
    backlog.finish(slot, Trigger.LETTER_WRITTEN);
    journal.changed(nowMillis);
  }
}
