package io.messina.api.message.protocol;

import java.util.Locale;

/** The encryption of a connection to a mail server. */
public enum SmtpTls {
  /** By STARTTLS, without which nothing is sent; usual on port 587. */
  STARTTLS,
  /** From its first byte; usual on port 465. */
  TLS,
  /**
   * Not at all: messages and the password are sent in clear text, for a relay on the same machine.
   */
  NONE;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
