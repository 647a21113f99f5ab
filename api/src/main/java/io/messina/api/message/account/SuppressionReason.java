package io.messina.api.message.account;

import java.util.Locale;

/** Why a recipient gets nothing more. */
public enum SuppressionReason {
  /** Somebody has said so. */
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
