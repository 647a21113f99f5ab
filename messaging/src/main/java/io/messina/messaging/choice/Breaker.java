package io.messina.messaging.choice;

import io.messina.runtime.NodeTime;
import java.time.Duration;

/**
 * Whether a connector is worth choosing: not while most of what it was given lately failed. After a
 * rest it is tried again, by a few. Safe for use by many threads.
 */
public final class Breaker {

  /** So many outcomes tell something. */
  private static final int OUTCOMES_MIN = 10;

  private static final long WINDOW_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long REST_NANOS = Duration.ofSeconds(30).toNanos();

  private final NodeTime time;
  private long windowNanos; // under this
  private int outcomes; // under this
  private int failures; // under this
  private boolean resting; // under this
  private long restedNanos; // under this

  /** A breaker of a connector that is well. */
  public Breaker(NodeTime time) {
    this.time = time;
    this.windowNanos = time.nanoTime();
  }

  /**
   * Counts how a call ended.
   *
   * @param failed whether the provider could not be reached, or failed itself
   */
  public synchronized void ended(boolean failed) {
    long nowNanos = time.nanoTime();
    if (nowNanos - windowNanos > WINDOW_NANOS) {
      begin(nowNanos);
    }
    outcomes++;
    failures += failed ? 1 : 0;
    if (outcomes >= OUTCOMES_MIN && 2 * failures > outcomes) {
      resting = true;
      restedNanos = nowNanos + REST_NANOS;
      begin(nowNanos);
    } else if (!failed) {
      resting = false;
    }
  }

  /** Whether the connector may be chosen. */
  public synchronized boolean isClosed() {
    return !resting || time.nanoTime() - restedNanos >= 0;
  }

  private void begin(long nowNanos) {
    windowNanos = nowNanos;
    outcomes = 0;
    failures = 0;
  }
}
