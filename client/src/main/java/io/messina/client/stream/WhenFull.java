package io.messina.client.stream;

import io.messina.client.error.MessinaException;

/** The reaction of an appender to an event for which its buffer has no room. */
public enum WhenFull {
  /** The caller waits until there is room. */
  BLOCK,
  /** The event's future fails with {@link MessinaException.Overloaded}. */
  FAIL
}
