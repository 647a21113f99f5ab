package io.messina.stream.peer;

/** A node that was asked did not answer. */
public final class PeerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean mayHaveHappened;

  /**
   * What happened.
   *
   * @param message who did not answer, and why
   * @param mayHaveHappened whether the request may have reached it
   */
  public PeerException(String message, boolean mayHaveHappened) {
    super(message);
    this.mayHaveHappened = mayHaveHappened;
  }

  /**
   * Whether what was asked for may have been done, or may still be.
   *
   * @return false where the request certainly never arrived
   */
  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }
}
