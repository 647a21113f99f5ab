package io.messina.stream.consume;

/** A handler cannot handle an event and never will: it goes to the dead letters at once. */
public final class RejectedEventException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Why.
   *
   * @param message for the people who look at the dead letters; its first 500 characters are kept
   */
  public RejectedEventException(String message) {
    super(message);
  }

  /**
   * Why.
   *
   * @param message for the people who look at the dead letters; its first 500 characters are kept
   * @param cause what it is about
   */
  public RejectedEventException(String message, Throwable cause) {
    super(message, cause);
  }
}
