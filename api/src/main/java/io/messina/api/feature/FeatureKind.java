package io.messina.api.feature;

import java.util.Locale;

/** The shape of a feature. */
public enum FeatureKind {
  /** Many items, each with a time and a value. */
  LIST,
  /** The one value with the newest event time. */
  SCALAR;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
