package io.messina.connectors.smtp;

import io.messina.connectors.SendResult;

/**
 * How the sending of a mail over one connection ended.
 *
 * @param result of it
 * @param connection what is left of the connection
 */
record SmtpDelivery(SendResult result, Left connection) {

  /** What is left of a connection. */
  enum Left {
    /** One for further mails. */
    USABLE,
    /** Nothing. */
    ENDED,
    /** Nothing, and the server had ended it before it was asked to take this mail. */
    ENDED_BEFORE
  }
}
