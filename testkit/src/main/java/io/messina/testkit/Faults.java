package io.messina.testkit;

import java.time.Duration;

/**
 * The unreliability of a {@link SimulatedStore} and of the network to it. Probabilities are per
 * request, from 0 to 1, together at most 1.
 *
 * @param refused the store answers that it cannot do it now, and never does it
 * @param lost the request is lost, or the answer to it, one as often as the other
 * @param late the request takes not a moment but any time up to {@code lateMax}, short times as
 *     likely as long ones: a write then applies long after its caller gave up waiting, if it still
 *     can
 * @param delayMax how long a request or an answer takes at most where nothing is wrong; each draws
 *     its own delay, so they overtake each other
 * @param lateMax how long a late request takes at most
 * @param timeout how long a caller waits by its node's monotonic clock
 * @param pageRowsMax the rows in a page of a scan, and the partitions in one of a walk: each page
 *     has from 1 to this many
 */
public record Faults(
    double refused,
    double lost,
    double late,
    Duration delayMax,
    Duration lateMax,
    Duration timeout,
    int pageRowsMax) {

  /** A store that always answers, within two milliseconds. */
  public static final Faults NONE =
      new Faults(0, 0, 0, Duration.ofMillis(1), Duration.ofHours(1), Duration.ofSeconds(2), 1_000);

  /** A store that fails one request in sixteen, and pages that are small. */
  public static final Faults ROUGH =
      new Faults(
          0.02, 0.02, 0.0225, Duration.ofMillis(20), Duration.ofHours(1), Duration.ofSeconds(2), 8);

  /**
   * Checked faults.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public Faults {
    require(refused >= 0 && lost >= 0 && late >= 0, "probability: negative (expected: from 0)");
    require(refused + lost + late <= 1, "probabilities: above 1 together (expected: at most 1)");
    require(!delayMax.isNegative(), "delayMax: " + delayMax + " (expected: not negative)");
    require(
        lateMax.compareTo(delayMax) > 0,
        "lateMax: " + lateMax + " (expected: above " + delayMax + ")");
    require(timeout.isPositive(), "timeout: " + timeout + " (expected: longer than zero)");
    require(pageRowsMax >= 1, "pageRowsMax: " + pageRowsMax + " (expected: from 1)");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
