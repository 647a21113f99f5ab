package io.messina.connectors.smpp;

import io.messina.connectors.ConnectorTime;
import java.time.Duration;

/** Until when a message may take. */
record Deadline(ConnectorTime time, long endNanos) {

  static Deadline after(ConnectorTime time, Duration timeout) {
    return new Deadline(time, time.nanoTime() + timeout.toNanos());
  }

  /** Returns the time left; zero if none. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - time.nanoTime()));
  }
}
