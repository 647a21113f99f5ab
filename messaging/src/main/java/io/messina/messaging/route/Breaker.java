package io.messina.messaging.route;

import io.messina.runtime.NodeTime;
import java.time.Duration;

/**
 * The circuit breaker of a connector: it opens after most of its recent calls have failed, and
 * while the connector is paused. Once its rest is over, a few messages probe the connector until a
 * call succeeds. It counts the calls of this process. Safe for use by many threads.
 */
public final class Breaker {

  /** So many messages try a connector after a rest. */
  static final int PROBES = 5;

  /** The least number of outcomes for a decision. */
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

  /** Creates the breaker of a healthy connector. */
  public Breaker(NodeTime time) {
    this.time = time;
    this.windowNanos = time.nanoTime();
  }

  /**
   * Counts the end of a call.
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

  /** Opens the breaker for a while. */
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

  /** Counts a probe. If no probe ends, further ones follow after another rest. */
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
