package io.messina.stream.owner;

/** A node did not answer. */
public final class PeerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean mayHaveHappened;

  /**
   * @param message which node did not answer, and why
   * @param mayHaveHappened whether the request may have reached it
   */
  public PeerException(String message, boolean mayHaveHappened) {
    super(message);
    this.mayHaveHappened = mayHaveHappened;
  }

  /**
   * Returns whether the request may have been carried out, or still may be; false if it certainly
   * never arrived.
   */
  public boolean mayHaveHappened() {
    return mayHaveHappened;
  }
}
