package io.messina.api.message.protocol;

import java.util.Locale;

/** What an answer of a provider says of the message. */
public enum HttpOutcome {
  /** The provider has it. */
  ACCEPTED,
  /** The provider does not have it, and never will. */
  REFUSED,
  /** The provider does not have it, as nobody can be reached at the recipient's address. */
  BOUNCED,
  /** The provider does not have it, as the recipient has told it to want no more. */
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
