package io.messina.api.aggregate;

import java.util.Locale;

/** What an aggregate makes of the events of a window and group. */
public enum AggregateKind {
  /** How many events there are. */
  COUNT,
  /** The exact sum of numbers. */
  SUM,
  /** The least number. */
  MIN,
  /** The greatest number. */
  MAX,
  /** How many different members there are, exactly. */
  UNIQUE,
  /** About how many different members there are, by a sketch. */
  APPROX_UNIQUE,
  /** What an aggregator of the user's own makes. */
  CUSTOM;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
