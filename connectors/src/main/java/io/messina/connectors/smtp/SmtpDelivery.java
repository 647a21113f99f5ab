package io.messina.connectors.smtp;

import io.messina.connectors.SendResult;

/**
 * The end of sending a mail over one connection.
 *
 * @param connection the state of the connection
 */
record SmtpDelivery(SendResult result, Left connection) {

  /** The state of a connection after a mail. */
  enum Left {
    /** One for further mails. */
    USABLE,
    /** Nothing. */
    ENDED,
    /** Nothing, and the server had ended it before it was asked to take this mail. */
    ENDED_BEFORE
  }
}
