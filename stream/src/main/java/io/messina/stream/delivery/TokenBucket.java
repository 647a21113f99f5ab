package io.messina.stream.delivery;

/**
 * So many events a second, and after a pause as many at once. Counted in thousandths of an event,
 * so that a millisecond's share is a whole number.
 */
final class TokenBucket {

  private static final long SHARES = 1_000;

  private int perSecond;
  private long shares;
  private long filledAtMillis;

  /** A full bucket; 0 a second means no limit. */
  TokenBucket(int perSecond, long nowMillis) {
    this.perSecond = perSecond;
    this.shares = perSecond * SHARES;
    this.filledAtMillis = nowMillis;
  }

  /** Another number a second; what has gathered stays, as far as it fits. */
  void limit(int perSecondNext, long nowMillis) {
    int _ = available(nowMillis, 0);
    long sharesMax = perSecondNext * SHARES;
    shares = perSecond == 0 ? sharesMax : Math.min(shares, sharesMax);
    filledAtMillis = Math.max(filledAtMillis, nowMillis);
    perSecond = perSecondNext;
  }

  /** How many may go now, at most so many as wanted. */
  int available(long nowMillis, int wanted) {
    if (perSecond == 0) {
      return wanted;
    }
    long passedMillis = Math.clamp(nowMillis - filledAtMillis, 0, SHARES);
    shares = Math.min(perSecond * SHARES, shares + passedMillis * perSecond);
    filledAtMillis = Math.max(filledAtMillis, nowMillis);
    return (int) Math.min(wanted, shares / SHARES);
  }

  void take(int count) {
    if (perSecond != 0) {
      shares -= count * SHARES;
    }
  }

  /** Whether at least one may go without waiting. */
  boolean isOpen() {
    return perSecond == 0 || shares >= SHARES;
  }

  /** When the next one may go, where none may now. */
  long nextAtMillis() {
    return filledAtMillis + Math.ceilDiv(SHARES - shares, perSecond);
  }
}
