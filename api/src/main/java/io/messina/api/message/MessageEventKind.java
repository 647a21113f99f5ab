package io.messina.api.message;

import java.util.Locale;

/** The kinds of events of a message. */
public enum MessageEventKind {
  /** It is durable, and will be sent. */
  ACCEPTED,
  /** A connector was chosen, for good. */
  ROUTED,
  /** The provider has it. */
  SENT,
  /** The provider does not have it, for certain, and will not take it. */
  REFUSED,
  /** The provider may or may not have it. */
  UNCERTAIN,
  /** No connector is left that could take it. */
  FAILED,
  /** Its time was over before it could be sent. */
  EXPIRED,
  /** It was cancelled before sending began. */
  CANCELLED,
  /** Its recipient wants nothing, or cannot be reached, as is known from before. */
  SUPPRESSED,
  /** It has arrived. */
  DELIVERED,
  /** It was opened. */
  READ,
  /** It was sent, but did not arrive. */
  UNDELIVERED,
  /** It was sent, and its address takes nothing. */
  BOUNCED,
  /** Its recipient called it spam. */
  COMPLAINED,
  /** Its recipient wants no more. */
  UNSUBSCRIBED,
  /**
   * Its endpoint of webhooks has failed for days, or says that it is gone: it gets nothing more.
   */
  DISABLED;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
