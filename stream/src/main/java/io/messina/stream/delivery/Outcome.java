package io.messina.stream.delivery;

import io.messina.api.GroupOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a worker reports of events that it claimed. */
public sealed interface Outcome {

  /** Done. */
  record Ack() implements Outcome {}

  /**
   * Failed.
   *
   * @param delay how long to wait before the next attempt, up to 12 h; null for the group's backoff
   * @param error why, for people; only the first {@value #ERROR_CHARS_MAX} characters are kept
   * @param dead true to make no further attempt
   */
  record Nack(@Nullable Duration delay, String error, boolean dead) implements Outcome {

    /** How many characters of an error are kept. */
    public static final int ERROR_CHARS_MAX = 500;

    /**
     * Checks the delay.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public Nack {
      if (delay != null && (delay.isNegative() || delay.compareTo(GroupOptions.LEASE_MAX) > 0)) {
        throw new IllegalArgumentException("delay: " + delay + " (expected: from 0 to 12 h)");
      }
      error = error.substring(0, Math.min(error.length(), ERROR_CHARS_MAX));
    }
  }

  /**
   * More time is needed.
   *
   * @param lease from now, from 1 s to 12 h
   */
  record Extend(Duration lease) implements Outcome {

    /**
     * Checks the lease.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public Extend {
      GroupOptions.checkLease(lease);
    }
  }

  /**
   * More time may be needed: extends a lease unless it runs that long anyway.
   *
   * @param lease from now, from 1 s to 12 h
   */
  record Keep(Duration lease) implements Outcome {

    /**
     * Checks the lease.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public Keep {
      GroupOptions.checkLease(lease);
    }
  }

  /** The claim has not reached the worker: no attempt is counted. */
  record Release() implements Outcome {}
}
