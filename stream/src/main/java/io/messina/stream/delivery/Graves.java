package io.messina.stream.delivery;

import io.messina.stream.delivery.DeadLetter.Cause;
import io.messina.stream.delivery.DeadLetter.Failure;
import io.messina.stream.delivery.Phase.Trigger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings events to the dead letters: first the row, then the state that knows them no more. */
final class Graves {

  private static final String NO_ANSWER = "its lease ran out";

  private final Terms terms;
  private final Backlog backlog;
  private final Course course;
  private final Journal journal;
  private final Rules rules;

  Graves(Terms terms, Backlog backlog, Course course, Journal journal, Rules rules) {
    this.terms = terms;
    this.backlog = backlog;
    this.course = course;
    this.journal = journal;
    this.rules = rules;
  }

  boolean exhausted(int slot) {
    return backlog.slots.attempts[slot] >= terms.options.attemptsMax();
  }

  /** Whether an event that failed is lost to further attempts, and why. */
  @Nullable Cause causeOfFailure(int slot) {
    return exhausted(slot) ? Cause.EXHAUSTED : null;
  }

  /** Whether an event that nobody answered for is lost to further attempts, and why. */
  @Nullable Cause causeOfSilence(int slot) {
    if (!rules.handsOutUncertain(terms.options.guarantee())) {
      return Cause.UNCERTAIN;
    }
    return causeOfFailure(slot);
  }

  /**
   * A lease ended without a word. The first time it counts no attempt, as the event may only have
   * been there when another killed the worker; unless it has but one.
   */
  void silent(int slot) {
    Slots slots = backlog.slots;
    boolean hasAnother =
        terms.options.attemptsMax() > 1 && rules.handsOutUncertain(terms.options.guarantee());
    if (slots.silences[slot] == 0 && hasAnother) {
      backlog.uncount(slot);
    } else {
      failed(slot, NO_ANSWER);
    }
    slots.silences[slot] = (byte) Math.min(Slots.SUSPECT, slots.silences[slot] + 1);
  }

  void failed(int slot, String error) {
    Slots slots = backlog.slots;
    Failure failure = new Failure(slots.attempts[slot], error);
    slots.failures[slot] = new Slots.FailureChain(failure, slots.failures[slot]);
  }

  void doom(int slot, Cause cause, long nowMillis) {
    backlog.doom(slot, cause);
    bury(slot);
    if (!rules.buriesBeforeFinishing()) {
      finish(slot, nowMillis);
    }
  }

  /** Asks for the row. */
  void bury(int slot) {
    Slots slots = backlog.slots;
    Cause cause = slots.causes[slot];
    if (cause != null) {
      journal.now(
          new Effect.Bury(
              new DeadLetter(
                  slots.positions[slot],
                  course.run,
                  cause,
                  slots.attempts[slot],
                  failures(slots.failures[slot]))));
    }
  }

  private static List<Failure> failures(Slots.@Nullable FailureChain newest) {
    List<Failure> failures = new ArrayList<>();
    for (Slots.FailureChain next = newest; next != null; next = next.before()) {
      failures.add(next.failure());
    }
    Collections.reverse(failures);
    return failures;
  }

  /** The row is durable. */
  void buried(DeadLetter letter, long nowMillis) {
    int slot = backlog.find(letter.position());
    if (slot != Slots.NONE
        && letter.run() == course.run
        && backlog.slots.phases[slot] == Phase.DYING) {
      finish(slot, nowMillis);
    }
  }

  private void finish(int slot, long nowMillis) {
    backlog.finish(slot, Trigger.BURIED);
    journal.changed(nowMillis);
  }
}
