package io.messina.stream;

/** A handler cannot handle an event and never will: the event becomes a dead letter at once. */
public final class RejectedEventException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param message for people who look at the dead letter; its first 500 characters are kept
   */
  public RejectedEventException(String message) {
    super(message);
  }

  /**
   * @param message for people who look at the dead letter; its first 500 characters are kept
   * @param cause of the failure
   */
  public RejectedEventException(String message, Throwable cause) {
    super(message, cause);
  }
}
