package io.messina.stream.delivery;

/**
 * Limits one shard to its part of a group's events per second. After a pause it allows as many at
 * once as in one second, but at least one. Counts in fractions of an event, so small that those of
 * a millisecond are a whole number.
 */
final class TokenBucket {

  private static final long MILLIS = 1_000;

  private int perSecond;
  private long perEvent = MILLIS;
  private long shares;
  private long filledAtMillis;

  /** A full bucket; 0 per second means no limit. */
  TokenBucket(int perSecond, long nowMillis) {
    this.perSecond = perSecond;
    this.shares = sharesMax();
    this.filledAtMillis = nowMillis;
  }

  /** Sets another rate, divided by the shards; gathered tokens are kept as far as they fit. */
  void limit(int perSecondNext, int shards, long nowMillis) {
    int _ = available(nowMillis, 0);
    boolean wasOpen = perSecond == 0;
    perSecond = perSecondNext;
    perEvent = MILLIS * shards;
    shares = wasOpen ? sharesMax() : Math.min(shares, sharesMax());
    filledAtMillis = Math.max(filledAtMillis, nowMillis);
  }

  /** Allows nothing that was not yet earned: a former owner may have just handed out as many. */
  void empty() {
    shares = 0;
  }

  private long sharesMax() {
    return Math.max(perSecond * MILLIS, perEvent);
  }

  /** How many events are allowed now, at most {@code wanted}. */
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

  /** Whether at least one is allowed now. */
  boolean isOpen() {
    return perSecond == 0 || shares >= perEvent;
  }

  /** When the next one is allowed, if none is now. */
  long nextAtMillis() {
    return filledAtMillis + Math.ceilDiv(perEvent - shares, perSecond);
  }
}
