package io.messina.connectors.smtp;

/**
 * A mail as it is sent to the server.
 *
 * @param messageId as its header has it, without angle brackets
 * @param from of the envelope
 * @param to of the envelope
 * @param bytes all of it, in lines that end with CR LF
 */
record ComposedMail(String messageId, MailAddress from, MailAddress to, byte[] bytes) {

  /** Whether only servers with SMTPUTF8 take it. */
  boolean needsUtf8() {
    return !from.isAscii() || !to.isAscii();
  }
}
