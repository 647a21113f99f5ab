package io.messina.api.message.report;

import java.util.Locale;

/** The resolution of an uncertain message. */
public enum MessageResolution {
  /** The provider has it. */
  SENT,
  /** The provider does not have it, and another connector is chosen. */
  REFUSED,
  /** It is sent again, though that may be a second time. */
  AGAIN;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
