package io.messina.store.cql.probe;

import java.time.Duration;

/** Measures how long something takes, by the machine's own clock. */
final class SystemStopwatch {

  private final long began = System.nanoTime();

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
