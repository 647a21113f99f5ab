package io.messina.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what happens on threads that a test does not see. */
public final class Awaiting {

  private Awaiting() {}

  /** Returns once something is so, and fails after a minute. */
  public static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      try {
        boolean _ = new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
