package io.messina.client;

import java.time.Duration;

/**
 * How long a failed event waits for its next attempt: doubling from attempt to attempt.
 *
 * @param first after the first attempt
 * @param longest at most
 * @param jitterPercent by how much it varies, from 0 to 100
 */
public record Backoff(Duration first, Duration longest, int jitterPercent) {

  /**
   * Checked waits.
   *
   * @throws IllegalArgumentException where the jitter is out of its bounds
   */
  public Backoff {
    Names.checkBetween("jitter percent", jitterPercent, 0, 100);
  }
}
