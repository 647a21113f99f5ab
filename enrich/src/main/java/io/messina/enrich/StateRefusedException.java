package io.messina.enrich;

/**
 * The database will never do this: the state is too large, or cannot be decoded. Nothing was
 * written. It is not tried again.
 */
public final class StateRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * A refusal.
   *
   * @param message why
   */
  public StateRefusedException(String message) {
    super(message);
  }

  /**
   * A refusal.
   *
   * @param message why
   * @param cause the exception of the database
   */
  public StateRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
