package io.messina.api.message.protocol;

import java.util.Locale;

/** The form of ids of a message centre, in its answer to a message and in receipts. */
public enum SmppIdType {
  /**
   * As numbers, ignoring leading zeros and case; one with letters from A to F is hexadecimal, one
   * without is decimal. Other ids are compared unchanged.
   */
  AUTO,
  /** Unchanged, letter by letter. */
  SAME,
  /** The answer in hexadecimal, also where an id has no letters, and receipts in decimal. */
  HEX_DECIMAL,
  /** The answer in decimal, and receipts in hexadecimal, also where an id has no letters. */
  DECIMAL_HEX;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
