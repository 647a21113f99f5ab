package io.messina.api.message.connector;

import java.util.Locale;

/** The hash of an HMAC. */
public enum SignatureHash {
  /** SHA-256. */
  SHA256,
  /** SHA-1, which some providers still use. */
  SHA1;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
