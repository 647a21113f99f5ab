package io.messina.api.message;

import java.util.Locale;

/** The channel of a message. */
public enum Channel {
  /** To an address of mail. */
  EMAIL,
  /** To a telephone number. */
  SMS,
  /** To a telephone number that has WhatsApp. */
  WHATSAPP,
  /** To a telephone number that has RCS. */
  RCS,
  /** To a URL. */
  WEBHOOK;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
