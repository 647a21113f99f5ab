package io.messina.stream;

import java.time.Duration;

/**
 * A handler cannot handle an event now: it is handed out again after a while that the handler says,
 * in the stead of the group's backoff.
 */
public final class RetryAfterException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Duration delay;

  /**
   * @param message for people; its first 500 characters are kept
   * @param delay until the next attempt, from 0; above 12 h it is 12 h
   */
  public RetryAfterException(String message, Duration delay) {
    super(message);
    this.delay = delay;
  }

  /** Returns how long until the next attempt. */
  public Duration delay() {
    return delay;
  }
}
