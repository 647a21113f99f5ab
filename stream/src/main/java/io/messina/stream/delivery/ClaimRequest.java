package io.messina.stream.delivery;

import io.messina.api.GroupOptions;
import java.time.Duration;

/**
 * A worker asks for events.
 *
 * @param ticket names the request in its answer; the caller's to choose
 * @param max how many events at most, from 1 to {@value #EVENTS_MAX}
 * @param lease from 1 s to 12 h
 * @param worker who asks, for people; up to {@value Workers#NAME_BYTES_MAX} bytes of it are kept
 */
public record ClaimRequest(long ticket, int max, Duration lease, String worker) {

  /** The most events that one claim may ask for. */
  public static final int EVENTS_MAX = 10_000;

  /**
   * A checked request.
   *
   * @throws IllegalArgumentException where a value is out of bounds
   */
  public ClaimRequest {
    if (max < 1 || max > EVENTS_MAX) {
      throw new IllegalArgumentException(
          "max: " + max + " (expected: from 1 to " + EVENTS_MAX + ")");
    }
    GroupOptions.checkLease(lease);
  }
}
