package io.messina.messaging.send;

/** A message was certainly not handed over, and may be tried again. */
final class NotSentException extends Exception {

  private static final long serialVersionUID = 1L;

  NotSentException(String message) {
    super(message);
  }
}
