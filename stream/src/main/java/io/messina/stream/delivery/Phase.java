package io.messina.stream.delivery;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The phase of an unfinished event. The table below contains all transitions. */
enum Phase {
  /** Waits for others of its key. */
  BLOCKED,
  /** May be handed out; if its former lease ended, that may still be acknowledged. */
  READY,
  /** In a claim that is not durable yet: no worker has it. */
  CLAIMED,
  /** A worker has it. */
  OUT,
  /** Failed, and waits for its next attempt. */
  RETRY,
  /** Its dead letter is being written. */
  GIVEN_UP,
  /** No longer among the unfinished. */
  FINISHED;

  enum Trigger {
    FREED,
    HELD_UP,
    CLAIMED,
    CONFIRMED,
    ACKED,
    NACKED,
    EXTENDED,
    RELEASED,
    RAN_OUT,
    DUE,
    GIVEN_UP,
    LETTER_WRITTEN,
    EXPIRED
  }

  private final Map<Trigger, Phase> next = new EnumMap<>(Trigger.class);

  static {
    for (Phase phase : values()) {
      if (phase != FINISHED) {
        allow(phase, Trigger.EXPIRED, FINISHED);
      }
    }
    allow(BLOCKED, Trigger.FREED, READY);
    allow(READY, Trigger.HELD_UP, BLOCKED);
    allow(READY, Trigger.CLAIMED, CLAIMED);
    allow(READY, Trigger.ACKED, FINISHED);
    allow(READY, Trigger.GIVEN_UP, GIVEN_UP);
    allow(CLAIMED, Trigger.CONFIRMED, OUT);
    allow(OUT, Trigger.ACKED, FINISHED);
    allow(OUT, Trigger.NACKED, RETRY);
    allow(OUT, Trigger.EXTENDED, OUT);
    allow(OUT, Trigger.RELEASED, READY);
    allow(OUT, Trigger.RAN_OUT, READY);
    allow(OUT, Trigger.GIVEN_UP, GIVEN_UP);
    allow(RETRY, Trigger.DUE, READY);
    allow(GIVEN_UP, Trigger.LETTER_WRITTEN, FINISHED);
  }

  private static void allow(Phase from, Trigger trigger, Phase to) {
    from.next.put(trigger, to);
  }

  /**
   * The next phase.
   *
   * @throws IllegalStateException if the trigger cannot happen
   */
  Phase after(Trigger trigger) {
    Phase next = onto(trigger);
    if (next == null) {
      throw new IllegalStateException("an event that is " + this + " cannot be " + trigger);
    }
    return next;
  }

  /** The next phase, or null if the trigger cannot happen. */
  @Nullable Phase onto(Trigger trigger) {
    return next.get(trigger);
  }
}
