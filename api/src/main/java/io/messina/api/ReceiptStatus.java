package io.messina.api;

import java.util.Locale;

/** Result of an acknowledgement, return, extension or release. */
public enum ReceiptStatus {
  /** It is done, now or when the same was asked before. */
  OK,
  /** The event was handed out again, is done otherwise, or a new run began: nothing has changed. */
  STALE,
  /** It is no longer known, or was never given out by this group. */
  UNKNOWN,
  /** It may be done or not, because there was no answer in time: ask again while the lease runs. */
  RETRY,
  /** The stream of an output does not take it: nothing was done. */
  REFUSED;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
