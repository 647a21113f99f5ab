package io.messina.api.message.protocol;

import java.util.Locale;

/** The encoding of texts in short messages. */
public enum SmppEncoding {
  /** In the default alphabet of GSM 03.38 if it has all characters, else in UCS-2. */
  AUTO,
  /** In the default alphabet of GSM 03.38; texts with other characters are refused. */
  GSM,
  /** In UCS-2. */
  UCS2;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
