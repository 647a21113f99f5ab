package io.messina.connectors.smtp;

import io.messina.connectors.SendResult;

/** There is no connection to a mail server, so that it has nothing of a mail. */
final class NoConnectionException extends Exception {

  private final transient SendResult result;

  NoConnectionException(SendResult result, Exception cause) {
    super(cause);
    this.result = result;
  }

  SendResult result() {
    return result;
  }
}
