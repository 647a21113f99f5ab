package io.messina.api;

import java.util.Locale;

/** Handling of an event whose outcome is unknown. */
public enum Delivery {
  /** It is handed out again. */
  AT_LEAST_ONCE,
  /** It is never handed out again, and becomes a dead letter with {@code uncertain}. */
  AT_MOST_ONCE;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
