package io.messina.client;

import java.util.Locale;

/** What an entity has of a feature. */
public enum FeatureKind {
  /** A list of items, each with a time and a value. */
  LIST,
  /** One value with an event time. */
  SCALAR;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  static FeatureKind parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
