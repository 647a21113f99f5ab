package io.messina.api.message.account;

import java.util.Locale;

/** The reason of a suppression. */
public enum SuppressionReason {
  /** It was added by hand. */
  ADDED,
  /** Its address takes nothing. */
  BOUNCED,
  /** It called a message spam. */
  COMPLAINED,
  /** It wants no more. */
  UNSUBSCRIBED,
  /** The endpoint of its webhooks has failed for days, or says that it is gone. */
  DISABLED;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
