package io.messina.api;

import java.util.Locale;

/** The order in which events are handed out. */
public enum Order {
  /** About in the order of the shard; retries come whenever they are due. */
  NONE,
  /** While an event of a key is out or waits for its retry, later events of that key wait. */
  KEY;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
