package io.messina.api.message.connector;

import java.util.Locale;

/** The meaning of a receipt for its message. */
public enum ReceiptKind {
  /** It is on its way, still. */
  SENT,
  /** It has arrived. */
  DELIVERED,
  /** It was opened. */
  READ,
  /** It did not arrive, and never will; the address may be good. */
  UNDELIVERED,
  /** The address does not exist, or takes nothing: nothing more should be sent to it. */
  BOUNCED,
  /** The recipient called it spam. */
  COMPLAINED,
  /** The recipient wants no more. */
  UNSUBSCRIBED;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
