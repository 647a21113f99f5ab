package io.messina.api.message.protocol;

import java.util.Locale;

/** How a connection to a mail server is encrypted. */
public enum SmtpTls {
  /** By STARTTLS, without which nothing is sent; usual on port 587. */
  STARTTLS,
  /** From its first byte; usual on port 465. */
  TLS,
  /** Not at all: messages and the password go in clear, for a relay on the same machine. */
  NONE;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
