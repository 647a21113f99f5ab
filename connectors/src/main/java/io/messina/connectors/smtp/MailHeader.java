package io.messina.connectors.smtp;

/**
 * A header of a mail.
 *
 * @param value already in lines: signed text must not be folded later
 */
record MailHeader(String name, String value) {

  static final String CRLF = "\r\n";

  /** RFC 5322, without the end of the line. */
  private static final int LINE_CHARS_MAX = 998;

  /** As it is sent, with the end of its line. */
  String text() {
    return name + ": " + value + CRLF;
  }

  /** Whether a line of it is longer than servers must take. */
  boolean isTooLong() {
    return text().lines().anyMatch(line -> line.length() > LINE_CHARS_MAX);
  }
}
