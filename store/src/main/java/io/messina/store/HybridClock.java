package io.messina.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives out write timestamps: microseconds since 1970 by the wall clock, but each above the last,
 * also when the clock stands or goes back. One per process. Lock-free, for use by many threads.
 */
public final class HybridClock {

  /** How far ahead of the wall clock a timestamp from outside may lie. */
  public static final Duration AHEAD_MAX = Duration.ofDays(1);

  private final InstantSource wall;
  private final AtomicLong wallMicrosMax;
  private final AtomicLong last;

  /**
   * A clock.
   *
   * @param wall the wall clock
   * @param floorMicros above which all timestamps lie, such as {@link Store#timestampFloorMicros}
   */
  public HybridClock(InstantSource wall, long floorMicros) {
    this.wall = wall;
    this.wallMicrosMax = new AtomicLong(floorMicros);
    this.last = new AtomicLong(floorMicros);
  }

  /**
   * A timestamp never given out before: the larger of now and the last one plus 1.
   *
   * @return microseconds since 1970
   */
  public long next() {
    return next(1);
  }

  /**
   * Several timestamps in a row, none given out before.
   *
   * @param count how many, from 1
   * @return the first; the others follow in steps of 1
   */
  public long next(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count: " + count + " (expected: from 1)");
    }
    long now = micros(wall.instant());
    wallMicrosMax.accumulateAndGet(now, Math::max);
    return last.updateAndGet(previous -> Math.max(now, previous + 1) + count - 1) - count + 1;
  }

  /**
   * Makes sure that all further timestamps lie above one seen elsewhere.
   *
   * @param timestampMicros microseconds since 1970
   * @throws IllegalArgumentException where it lies more than {@link #AHEAD_MAX} ahead of what the
   *     wall clock has shown at most, or of the floor; nothing changes
   */
  public void observe(long timestampMicros) {
    long newest = wallMicrosMax.accumulateAndGet(micros(wall.instant()), Math::max);
    checkAhead(timestampMicros, Instant.EPOCH.plus(newest, ChronoUnit.MICROS));
    last.accumulateAndGet(timestampMicros, Math::max);
  }

  /**
   * Refuses a timestamp that lies too far ahead.
   *
   * @param timestampMicros microseconds since 1970
   * @param now the time by the wall clock
   * @throws IllegalArgumentException where it lies more than {@link #AHEAD_MAX} ahead
   */
  public static void checkAhead(long timestampMicros, Instant now) {
    long max = micros(now.plus(AHEAD_MAX));
    if (timestampMicros > max) {
      throw new IllegalArgumentException(
          "timestampMicros: " + timestampMicros + " (expected: at most a day ahead, " + max + ")");
    }
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
