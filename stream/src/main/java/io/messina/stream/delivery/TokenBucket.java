package io.messina.stream.delivery;

/**
 * One shard's part of so many events a second, and after a pause as many at once, but at least one.
 * Counted in such shares of an event that a millisecond's is a whole number.
 */
final class TokenBucket {

  private static final long MILLIS = 1_000;

  private int perSecond;
  private long perEvent = MILLIS;
  private long shares;
  private long filledAtMillis;

  /** A full bucket; 0 a second means no limit. */
  TokenBucket(int perSecond, long nowMillis) {
    this.perSecond = perSecond;
    this.shares = sharesMax();
    this.filledAtMillis = nowMillis;
  }

  /** Another number a second, of so many shards; what has gathered stays, as far as it fits. */
  void limit(int perSecondNext, int shards, long nowMillis) {
    int _ = available(nowMillis, 0);
    boolean wasOpen = perSecond == 0;
    perSecond = perSecondNext;
    perEvent = MILLIS * shards;
    shares = wasOpen ? sharesMax() : Math.min(shares, sharesMax());
    filledAtMillis = Math.max(filledAtMillis, nowMillis);
  }

  private long sharesMax() {
    return Math.max(perSecond * MILLIS, perEvent);
  }

  /** How many may go now, at most so many as wanted. */
  int available(long nowMillis, int wanted) {
    if (perSecond == 0) {
      return wanted;
    }
    long passedMillis = Math.clamp(nowMillis - filledAtMillis, 0, perEvent);
    shares = Math.min(sharesMax(), shares + passedMillis * perSecond);
    filledAtMillis = Math.max(filledAtMillis, nowMillis);
    return (int) Math.min(wanted, shares / perEvent);
  }

  void take(int count) {
    if (perSecond != 0) {
      shares -= count * perEvent;
    }
  }

  /** Whether at least one may go without waiting. */
  boolean isOpen() {
    return perSecond == 0 || shares >= perEvent;
  }

  /** When the next one may go, where none may now. */
  long nextAtMillis() {
    return filledAtMillis + Math.ceilDiv(perEvent - shares, perSecond);
  }
}
