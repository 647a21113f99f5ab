package io.messina.stream.group;

import io.messina.runtime.NodeTime;

/**
 * By which leases are measured: begins with the wall time and goes on by the monotonic clock, so
 * that it never goes back, whatever is done to the wall clock. Safe for use by many threads.
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

  /** Milliseconds since 1970, as far as the wall clock was right at the beginning. */
  long millis() {
    return wallMillis + (time.nanoTime() - originNanos) / NANOS_PER_MILLI;
  }
}
