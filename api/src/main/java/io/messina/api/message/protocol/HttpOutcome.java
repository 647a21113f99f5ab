package io.messina.api.message.protocol;

import java.util.Locale;

/** The outcome of a message by an answer of a provider. */
public enum HttpOutcome {
  /** The provider has it. */
  ACCEPTED,
  /** The provider does not have it, and never will. */
  REFUSED,
  /** The provider does not have it, because the address of the recipient cannot be reached. */
  BOUNCED,
  /** The provider does not have it, because the recipient has opted out. */
  UNSUBSCRIBED,
  /** The provider does not have it, and may take it later. */
  FAILED,
  /** The provider does not have it, and takes no more for a while. */
  THROTTLED,
  /** The provider may have it. */
  UNCERTAIN;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
