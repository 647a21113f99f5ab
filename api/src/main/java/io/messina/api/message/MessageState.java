package io.messina.api.message;

import java.util.Locale;

/** The states of a message. */
public enum MessageState {
  /** It is durable, and waits for its time or its turn. */
  ACCEPTED,
  /** It waits for its connector. */
  ROUTED,
  /** The provider has it. */
  SENT,
  /** It has arrived, with all its parts. */
  DELIVERED,
  /** It was opened. */
  READ,
  /** The provider may or may not have it. */
  UNCERTAIN,
  /** It was sent, but did not arrive. */
  UNDELIVERED,
  /** It was not sent, and will not be. */
  FAILED,
  /** Its time was over before it could be sent. */
  EXPIRED,
  /** It was cancelled before sending began. */
  CANCELLED,
  /** Its recipient wants nothing, or cannot be reached. */
  SUPPRESSED;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
