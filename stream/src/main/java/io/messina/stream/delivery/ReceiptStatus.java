package io.messina.stream.delivery;

/** What came of settling one receipt. */
public enum ReceiptStatus {
  /** Done, now or when the same was asked before. */
  OK,
  /** Superseded: the event was handed out again, settled otherwise, or a new run began. */
  STALE,
  /** No longer known, or never given out. */
  UNKNOWN,
  /** It may be done or not, as nobody answered in time: ask again while the lease runs. */
  RETRY
}
