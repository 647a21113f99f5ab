package io.messina.client;

import java.util.Locale;

/** What happens to events whose outcome is uncertain. */
public enum Delivery {
  /** They are handed out again. */
  AT_LEAST_ONCE,
  /** They are never handed out again, but become dead letters. */
  AT_MOST_ONCE;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Delivery parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
