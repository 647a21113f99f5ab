package io.messina.runtime;

import java.time.Duration;

/** Keeps a loop to so many a second, counted from its beginning. For one thread. */
public final class Pace {

  private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final NodeTime time;
  private final int perSecond;
  private final long beganNanos;

  /**
   * Begins now.
   *
   * @param time to wait by
   * @param perSecond how many a second at most; 0 for no limit
   */
  public Pace(NodeTime time, int perSecond) {
    this.time = time;
    this.perSecond = perSecond;
    this.beganNanos = time.nanoTime();
  }

  /**
   * Returns the number of items to process in one step.
   *
   * @param most if there is no limit
   * @return from 1
   */
  public int step(int most) {
    return perSecond == 0 ? most : Math.min(most, perSecond);
  }

  /**
   * Waits until as much time has passed as the items done should have taken.
   *
   * @param done since the beginning
   * @return false if the thread was interrupted, which it stays
   */
  public boolean await(long done) {
    long leftNanos =
        perSecond == 0 ? 0 : done * NANOS_PER_SECOND / perSecond - (time.nanoTime() - beganNanos);
    try {
      if (leftNanos > 0) {
        time.sleep(Duration.ofNanos(leftNanos));
      }
      return !Thread.currentThread().isInterrupted();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
