package io.messina.stream.group;

import io.messina.runtime.NodeTime;

/**
 * Measures leases: begins with the wall time and continues with the monotonic clock, so that it
 * never goes back, even if the wall clock is changed. Safe for use by many threads.
 */
final class LeaseClock {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final NodeTime time;
  private final long wallMillis;
  private final long originNanos;

  LeaseClock(NodeTime time) {
    this.time = time;
    this.wallMillis = time.wall().millis();
    this.originNanos = time.nanoTime();
  }

  /** Milliseconds since 1970, as exact as the wall clock was at the beginning. */
  long millis() {
    return wallMillis + (time.nanoTime() - originNanos) / NANOS_PER_MILLI;
  }
}
