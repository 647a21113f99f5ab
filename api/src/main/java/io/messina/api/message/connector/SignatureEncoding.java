package io.messina.api.message.connector;

import java.util.Locale;

/** How a signature is written. */
public enum SignatureEncoding {
  /** Hexadecimal digits. */
  HEX,
  /** Base64. */
  BASE64;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
