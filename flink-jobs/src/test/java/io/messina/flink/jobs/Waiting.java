package io.messina.flink.jobs;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what other processes do. */
final class Waiting {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 100;

  private Waiting() {}

  static void until(BooleanSupplier condition, Supplier<String> why) throws InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + LIMIT + "; " + why.get());
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }
}
