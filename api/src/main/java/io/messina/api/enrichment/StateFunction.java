package io.messina.api.enrichment;

import java.util.Locale;

/** What a field of a state is made of by the values of events, one after the other. */
public enum StateFunction {
  /** How many events there are, or, with a pointer, how many have a value there. */
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
