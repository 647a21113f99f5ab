package io.messina.messaging.route;

import io.messina.runtime.NodeTime;
import java.time.Duration;

/**
 * Whether a connector is worth choosing: not while most of what it was given lately failed, nor
 * while it takes nothing. After a rest it is tried again, by a few messages, until a call of it
 * succeeds. It knows of the calls of this process. Safe for use by many threads.
 */
public final class Breaker {

  /** So many messages try a connector after a rest. */
  static final int PROBES = 5;

  /** So many outcomes tell something. */
  private static final int OUTCOMES_MIN = 10;

  private static final long WINDOW_NANOS = Duration.ofSeconds(30).toNanos();
  private static final Duration REST = Duration.ofSeconds(30);

  private final NodeTime time;
  private long windowNanos; // under this
  private int outcomes; // under this
  private int failures; // under this
  private boolean resting; // under this
  private long restedNanos; // under this
  private int probes; // under this; since restedNanos

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
    if (resting && nowNanos - restedNanos >= 0) {
      resting = false;
      begin(nowNanos);
      if (failed) {
        open(REST);
      }
      return;
    }
    if (nowNanos - windowNanos > WINDOW_NANOS) {
      begin(nowNanos);
    }
    outcomes++;
    failures += failed ? 1 : 0;
    if (outcomes >= OUTCOMES_MIN && 2 * failures > outcomes) {
      open(REST);
      begin(nowNanos);
    }
  }

  /**
   * The connector takes nothing for a while.
   *
   * @param duration from now on
   */
  public synchronized void open(Duration duration) {
    long untilNanos = time.nanoTime() + duration.toNanos();
    restedNanos = resting && restedNanos - untilNanos > 0 ? restedNanos : untilNanos;
    resting = true;
    probes = 0;
  }

  /** Whether the connector may be chosen. */
  public synchronized boolean isClosed() {
    return !resting || (time.nanoTime() - restedNanos >= 0 && probes < PROBES);
  }

  /** The connector was chosen. Where none of those that try it comes back, others do later. */
  synchronized void chosen() {
    if (resting && time.nanoTime() - restedNanos >= 0) {
      probes++;
      if (probes == PROBES) {
        open(REST);
      }
    }
  }

  private void begin(long nowNanos) {
    windowNanos = nowNanos;
    outcomes = 0;
    failures = 0;
  }
}
