package io.messina.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits, by the real clock, for conditions on threads that a test does not see. */
public final class SystemWaiting {

  /** The time to wait before it is a failure. */
  public static final Duration LIMIT = Duration.ofMinutes(1);

  private static final long LOOK_MILLIS = 5;

  private SystemWaiting() {}

  /** Something that a test looks at. */
  @FunctionalInterface
  public interface Condition {

    /** Whether it is so; an exception fails the test. */
    boolean holds() throws Exception;
  }

  /**
   * Returns once something is so, which is looked at every few milliseconds.
   *
   * @throws AssertionError after {@link #LIMIT}, or where the thread is interrupted
   */
  public static void until(Condition condition) {
    until(condition, () -> "what is awaited has not come");
  }

  /** The same, which fails with these words. */
  public static void until(Condition condition, Supplier<String> words) {
    until(LIMIT, condition, words);
  }

  /** The same, which fails after another time. */
  public static void until(Duration limit, Condition condition, Supplier<String> words) {
    long endNanos = System.nanoTime() + limit.toNanos();
    try {
      while (!condition.holds()) {
        if (System.nanoTime() - endNanos > 0) {
          throw new AssertionError("not within " + limit + ": " + words.get());
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(words.get(), e);
    }
  }
}
