package io.messina.store;

/**
 * The store did not do it now: try again, later each time. A read has no effect. A plain write may
 * have applied, or may apply at any later time, as a whole; sending it again is harmless. A fenced
 * write has not applied and never will.
 */
public final class StoreUnavailableException extends StoreException {

  private static final long serialVersionUID = 1L;

  /**
   * An error without a cause of its own.
   *
   * @param message why: one sentence
   */
  public StoreUnavailableException(String message) {
    super(Code.UNAVAILABLE, message);
  }

  /**
   * An error with a cause.
   *
   * @param message why: one sentence
   * @param cause what the engine met
   */
  public StoreUnavailableException(String message, Throwable cause) {
    super(Code.UNAVAILABLE, message, cause);
  }
}
