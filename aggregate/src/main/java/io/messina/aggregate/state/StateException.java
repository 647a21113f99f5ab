package io.messina.aggregate.state;

/** The local state of a shard cannot be opened, read or written. */
public final class StateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception.
   *
   * @param message what cannot be done, and where
   * @param cause why
   */
  public StateException(String message, Throwable cause) {
    super(message, cause);
  }
}
