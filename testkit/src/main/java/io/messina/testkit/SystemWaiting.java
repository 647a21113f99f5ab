package io.messina.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits, by the real clock, for conditions on threads that a test does not see. */
public final class SystemWaiting {

  /** The time to wait before it is a failure. */
  public static final Duration LIMIT = Duration.ofMinutes(1);

  private static final long LOOK_MILLIS = 5;

  private SystemWaiting() {}

  /**
   * Returns once something is so.
   *
   * @throws AssertionError after {@link #LIMIT}, or where the thread is interrupted
   */
  public static void until(BooleanSupplier condition) {
    until(condition, () -> "what is awaited has not come");
  }

  /**
   * Returns once something is so.
   *
   * @throws AssertionError after {@link #LIMIT}, or where the thread is interrupted
   */
  public static void until(BooleanSupplier condition, Supplier<String> words) {
    long endNanos = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - endNanos > 0) {
        throw new AssertionError("not within " + LIMIT + ": " + words.get());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted: " + words.get(), e);
      }
    }
  }
}
