package io.messina.client;

/** What became of a receipt. */
public enum ReceiptStatus {
  /** It is done, or had been. */
  OK,
  /** The event was handed out again or is done otherwise: nothing has changed. */
  STALE,
  /** It is no receipt of this group. */
  UNKNOWN,
  /** It may have been done or not: send it again while the lease runs. */
  RETRY,
  /** The stream of an output does not take it: nothing was done. */
  REFUSED
}
