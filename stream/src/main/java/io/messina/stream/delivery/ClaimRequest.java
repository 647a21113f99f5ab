package io.messina.stream.delivery;

import io.messina.api.Checks;
import io.messina.api.GroupOptions;
import java.time.Duration;

/**
 * A worker's request for events.
 *
 * @param ticket identifies the request in its answer; chosen by the caller
 * @param max how many events at most, from 1 to {@value #EVENTS_MAX}
 * @param lease from 1 s to 12 h
 * @param worker a name, shown to people; its first {@value WorkerNames#NAME_BYTES_MAX} bytes are
 *     kept
 */
public record ClaimRequest(long ticket, int max, Duration lease, String worker) {

  /** The most events of one claim. */
  public static final int EVENTS_MAX = 10_000;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public ClaimRequest {
    Checks.between("max", max, 1, EVENTS_MAX);
    GroupOptions.checkLease(lease);
  }
}
