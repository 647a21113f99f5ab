package io.messina.api;

import java.util.Locale;

/** What happens to an event whose outcome nobody knows. */
public enum Delivery {
  /** It is handed out again. */
  AT_LEAST_ONCE,
  /** It is never handed out again, but goes to the dead letters as {@code uncertain}. */
  AT_MOST_ONCE;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
