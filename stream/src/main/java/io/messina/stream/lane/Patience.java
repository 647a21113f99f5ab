package io.messina.stream.lane;

import java.time.Duration;

/**
 * How long a writer tries to write the same row before it gives the lane up. Giving up costs a new
 * ownership and leaves callers without an answer, so patience should outlast a database that is
 * silent for a moment; a writer that may no longer acknowledge stops at once.
 *
 * @param attempts how often it sends, from 1
 * @param firstPause between the first attempt and the second; doubles each time
 * @param pauseMax the longest pause
 */
public record Patience(int attempts, Duration firstPause, Duration pauseMax) {

  /** Eight attempts, with pauses from 20 ms to 1 s between them. */
  public static final Patience DEFAULT =
      new Patience(8, Duration.ofMillis(20), Duration.ofSeconds(1));

  /**
   * Checked patience.
   *
   * @throws IllegalArgumentException where there is no attempt, or a pause is negative
   */
  public Patience {
    if (attempts < 1 || firstPause.isNegative() || pauseMax.isNegative()) {
      throw new IllegalArgumentException(
          "patience: "
              + attempts
              + ", "
              + firstPause
              + ", "
              + pauseMax
              + " (expected: at least one attempt and no negative pause)");
    }
  }

  /** The pause behind an attempt, counted from 1. */
  Duration pauseAfter(int attempt) {
    Duration pause = firstPause;
    for (int i = 1; i < attempt && pause.compareTo(pauseMax) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(pauseMax) < 0 ? pause : pauseMax;
  }
}
