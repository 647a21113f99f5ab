package io.messina.api.message.connector;

import java.util.Locale;

/** The encoding of a signature. */
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
