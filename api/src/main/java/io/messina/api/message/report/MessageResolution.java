package io.messina.api.message.report;

import java.util.Locale;

/** How somebody resolves a message that is uncertain. */
public enum MessageResolution {
  /** The provider has it. */
  SENT,
  /** The provider does not have it, and it is given up there: another connector is chosen. */
  REFUSED,
  /** It is sent again, though that may be a second time. */
  AGAIN;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
