package io.messina.api.enrichment;

import java.util.Locale;

/** A function of the values of events, one after the other. */
public enum StateFunction {
  /** The number of events, or of events with a value at the pointer. */
  COUNT,
  /** The exact sum of numbers; a flag counts as 1 if it is true, and as 0 otherwise. */
  SUM,
  /** The value of the last event that has one. */
  LAST,
  /** The least number, the earliest time, or the first text by code points. */
  MIN,
  /** The greatest number, the latest time, or the last text by code points. */
  MAX,
  /** The value of the first event that has one. */
  SET_IF_ABSENT,
  /** The values of the last events that have one, the oldest first. */
  APPEND_TO_LIST;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
