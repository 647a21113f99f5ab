package io.messina.server.http;

/** The server cannot listen at its address; the message has the remedy. */
public final class ListenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With one sentence. */
  public ListenException(String message) {
    super(message);
  }
}
