package io.messina.api.message.connector;

import java.util.Locale;

/** The signed parts of a receipt. */
public enum SignatureScheme {
  /** The body, by HMAC. */
  BODY,
  /**
   * The URL that was called, then name and value of each field of the form, sorted by name; by
   * HMAC.
   */
  URL_AND_FIELDS,
  /** As Standard Webhooks 1.0.0 says: id, time and body. */
  STANDARD_WEBHOOKS;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
