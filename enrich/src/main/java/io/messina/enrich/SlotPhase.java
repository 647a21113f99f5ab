package io.messina.enrich;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The activity of a key, or the reason why it waits. The table below contains all transitions. */
public enum SlotPhase {
  /** It has no events; its state may be in memory. */
  IDLE,
  /** For a permit: as many requests as may be are at the database. */
  WAITING,
  /** For its row. */
  READING,
  /** For the answer to its write. */
  WRITING,
  /** For its next attempt. */
  BACKING_OFF,
  /** For its dead letters, until they are stored. */
  SETTING_ASIDE;

  enum Trigger {
    OFFERED,
    READ_SENT,
    WRITE_SENT,
    APPLIED,
    FAILED,
    DUE,
    SET_ASIDE,
    STORED,
    NOTHING_LEFT
  }

  private static final Map<SlotPhase, Map<Trigger, SlotPhase>> TABLE =
      new EnumMap<>(SlotPhase.class);

  static {
    for (SlotPhase phase : values()) {
      TABLE.put(phase, new EnumMap<>(Trigger.class));
    }
    allow(IDLE, Trigger.OFFERED, WAITING);
    allow(WAITING, Trigger.READ_SENT, READING);
    allow(WAITING, Trigger.WRITE_SENT, WRITING);
    allow(WAITING, Trigger.SET_ASIDE, SETTING_ASIDE);
    allow(WAITING, Trigger.NOTHING_LEFT, IDLE);
    allow(READING, Trigger.WRITE_SENT, WRITING);
    allow(READING, Trigger.FAILED, BACKING_OFF);
    allow(READING, Trigger.SET_ASIDE, SETTING_ASIDE);
    allow(READING, Trigger.NOTHING_LEFT, IDLE);
    allow(WRITING, Trigger.APPLIED, WAITING);
    allow(WRITING, Trigger.READ_SENT, READING);
    allow(WRITING, Trigger.WRITE_SENT, WRITING);
    allow(WRITING, Trigger.FAILED, BACKING_OFF);
    allow(WRITING, Trigger.SET_ASIDE, SETTING_ASIDE);
    allow(WRITING, Trigger.NOTHING_LEFT, IDLE);
    allow(BACKING_OFF, Trigger.DUE, WAITING);
    allow(SETTING_ASIDE, Trigger.STORED, WAITING);
    allow(SETTING_ASIDE, Trigger.NOTHING_LEFT, IDLE);
  }

  private static void allow(SlotPhase from, Trigger trigger, SlotPhase to) {
    Objects.requireNonNull(TABLE.get(from)).put(trigger, to);
  }

  /** Where a trigger leads from here, or null. */
  @Nullable SlotPhase onto(Trigger trigger) {
    return Objects.requireNonNull(TABLE.get(this)).get(trigger);
  }

  /** Where a trigger leads from here. */
  SlotPhase after(Trigger trigger) {
    SlotPhase next = onto(trigger);
    if (next == null) {
      throw new IllegalStateException("a key that is " + this + " cannot go on by " + trigger);
    }
    return next;
  }

  /** Whether a request of the key is at the database. */
  boolean isInFlight() {
    return this == READING || this == WRITING;
  }
}
