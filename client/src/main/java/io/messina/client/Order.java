package io.messina.client;

import java.util.Locale;

/** Whether a claim group keeps the events of a key in order. */
public enum Order {
  /** Events are handed out as they come. */
  NONE,
  /** While an event of a key is out or waits for its next attempt, later ones of that key wait. */
  KEY;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Order parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
