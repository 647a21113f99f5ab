package io.messina.server.access;

import java.util.concurrent.TimeUnit;

/**
 * How much may come per second. What has come is counted, also if it is more than there was room
 * for; then nothing more may come until the debt is paid, so one large request gets through, and
 * the rate holds over time. After a pause as much as in one second may come at once. Safe for use
 * by many threads.
 */
final class Allowance {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final double perSecond;
  private double left;
  private long filledNanos;

  Allowance(long perSecond, long nowNanos) {
    this.perSecond = perSecond;
    this.left = perSecond;
    this.filledNanos = nowNanos;
  }

  /**
   * Counts what has come.
   *
   * @return the nanoseconds until it may come; 0 if it is counted
   */
  synchronized long take(long amount, long nowNanos) {
    left = Math.min(perSecond, left + Math.max(0, nowNanos - filledNanos) * perSecond / NANOS);
    filledNanos = nowNanos;
    if (left <= 0) {
      return (long) Math.ceil(-left * NANOS / perSecond) + 1;
    }
    left -= amount;
    return 0;
  }
}
