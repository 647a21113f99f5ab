package io.messina.stream;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import java.time.Duration;

/**
 * How a consumer follows.
 *
 * @param max how many events a handler gets at once, from 1 to 10,000
 * @param backoffFirst how long to wait before a failed batch is handled again; doubled after each
 *     further failure
 * @param backoffMax the longest wait
 */
public record FollowOptions(int max, Duration backoffFirst, Duration backoffMax) {

  /** Batches of up to 500; 1 s doubling to 60 s. */
  public static final FollowOptions DEFAULT =
      new FollowOptions(500, Duration.ofSeconds(1), Duration.ofSeconds(60));

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public FollowOptions {
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    Checks.that(
        backoffFirst.isPositive() && backoffFirst.compareTo(backoffMax) <= 0,
        "backoff",
        backoffFirst + ", " + backoffMax,
        "above zero, growing");
  }

  /**
   * Returns a copy with another size of batches.
   *
   * @param max from 1 to 10,000
   */
  public FollowOptions withMax(int max) {
    return new FollowOptions(max, backoffFirst, backoffMax);
  }
}
