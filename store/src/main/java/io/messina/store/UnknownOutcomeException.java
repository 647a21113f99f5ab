package io.messina.store;

/**
 * A fenced write got no answer: it may have applied, or may apply at any later time while its
 * expected fence stands. The rule for callers is in {@link Store#writeIf}: send the same batch
 * again.
 */
public final class UnknownOutcomeException extends StoreException {

  private static final long serialVersionUID = 1L;

  /**
   * An error without a cause of its own.
   *
   * @param message why: one sentence
   */
  public UnknownOutcomeException(String message) {
    super(Code.OUTCOME_UNKNOWN, message);
  }

  /**
   * An error with a cause.
   *
   * @param message why: one sentence
   * @param cause what the engine met
   */
  public UnknownOutcomeException(String message, Throwable cause) {
    super(Code.OUTCOME_UNKNOWN, message, cause);
  }
}
