package io.messina.messaging.send;

import io.messina.connectors.SendResult;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Keeps an outage from making a whole queue uncertain: after five calls in a row with an unknown
 * outcome, a connector pauses, and then tries one message at a time, with longer and longer pauses,
 * until its provider answers. Safe for use by many threads.
 */
final class Probation {

  /**
   * The bound of calls in a row with an unknown outcome, without calls that run at the same time.
   */
  static final int IN_ROW_MAX = 5;

  static final Duration PAUSE_MAX = Duration.ofSeconds(60);

  private static final ExponentialBackoff PAUSES =
      new ExponentialBackoff(Duration.ofSeconds(5), PAUSE_MAX, 0.2);

  private final NodeTime time;
  private final RandomGenerator random;
  private final ClaimControl claiming;
  private int inRow; // under this
  private int pauses; // under this; since the provider has answered
  private long restedNanos; // under this

  Probation(NodeTime time, RandomGenerator random, ClaimControl claiming) {
    this.time = time;
    this.random = random;
    this.claiming = claiming;
    this.restedNanos = time.nanoTime();
  }

  /** Whether one message is tried at a time. */
  synchronized boolean isOn() {
    return pauses > 0;
  }

  /** Whether no message may be tried now. */
  synchronized boolean isResting() {
    return pauses > 0 && time.nanoTime() - restedNanos < 0;
  }

  /** A call has ended. */
  void ended(SendResult result) {
    switch (result) {
      case SendResult.Uncertain _ -> uncertain();
      case SendResult.Failed _ -> failed();
      case SendResult.Accepted _, SendResult.Refused _, SendResult.Throttled _ -> answered();
    }
  }

  private synchronized void uncertain() {
    inRow++;
    if (inRow >= IN_ROW_MAX) {
      rest();
    }
  }

  private synchronized void failed() {
    if (pauses > 0) {
      rest();
    }
  }

  private void rest() {
    if (!isResting()) {
      pauses++;
      Duration pause = PAUSES.after(pauses, random);
      restedNanos = time.nanoTime() + pause.toNanos();
      claiming.pause(pause);
    }
  }

  private synchronized void answered() {
    inRow = 0;
    if (pauses > 0) {
      pauses = 0;
      claiming.resume();
    }
  }
}
