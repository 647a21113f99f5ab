package io.messina.api.message.connector;

import java.util.Locale;

/** The format of the body of a receipt. */
public enum ReceiptFormat {
  /** JSON. */
  JSON,
  /** Fields of a form, as {@code a=1&b=2}. */
  FORM;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
