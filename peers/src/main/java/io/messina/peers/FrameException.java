package io.messina.peers;

/** What came is not what a peer sends; the connection cannot go on. */
final class FrameException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FrameException(String message) {
    super(message, null, false, false);
  }
}
