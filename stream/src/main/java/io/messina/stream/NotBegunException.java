package io.messina.stream;

/**
 * A handler has certainly done nothing with an event that must not be done twice: the event is
 * handed out again after the group's backoff, until its attempts are used up. A group that delivers
 * at most once hands out again only by this and by {@link RetryAfterException}; an event whose
 * handler throws anything else may have been handled, and becomes a dead letter.
 */
public final class NotBegunException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param message for people; its first 500 characters are kept
   */
  public NotBegunException(String message) {
    super(message);
  }

  /**
   * @param message for people; its first 500 characters are kept
   * @param cause of the failure
   */
  public NotBegunException(String message, Throwable cause) {
    super(message, cause);
  }
}
