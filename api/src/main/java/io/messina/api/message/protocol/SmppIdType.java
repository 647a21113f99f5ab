package io.messina.api.message.protocol;

import java.util.Locale;

/** How a message centre writes its ids: in its answer to a message, and in receipts. */
public enum SmppIdType {
  /**
   * As numbers, whatever their zeros in front and the case of their letters; one with letters from
   * A to F is hexadecimal, one without is decimal. Ids that are no numbers are compared as they
   * stand.
   */
  AUTO,
  /** As they stand, letter by letter. */
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
