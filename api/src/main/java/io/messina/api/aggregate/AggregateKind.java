package io.messina.api.aggregate;

import java.util.Locale;

/** The function of the events of a window and group. */
public enum AggregateKind {
  /** The number of events. */
  COUNT,
  /** The exact sum of numbers. */
  SUM,
  /** The least number. */
  MIN,
  /** The greatest number. */
  MAX,
  /** The exact number of different members. */
  UNIQUE,
  /** The approximate number of different members, by a sketch. */
  APPROX_UNIQUE,
  /** The result of a custom aggregator. */
  CUSTOM;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
