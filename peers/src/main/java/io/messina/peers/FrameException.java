package io.messina.peers;

/** Bytes that no peer sends; the connection ends. */
final class FrameException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FrameException(String message) {
    super(message, null, false, false);
  }
}
