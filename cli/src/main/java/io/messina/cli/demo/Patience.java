package io.messina.cli.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Waits for work for as long as it makes progress. */
final class Patience {

  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration STUCK = Duration.ofSeconds(60);

  private Patience() {}

  /**
   * Returns once work is done.
   *
   * @param isDone whether it is
   * @param reached how far it is
   * @param show is told how far it is, whenever that has changed
   * @param stuck describes the missing result, given the progress
   * @throws IllegalStateException if there is no progress for a minute
   */
  static void await(
      BooleanSupplier isDone, LongSupplier reached, LongConsumer show, LongFunction<String> stuck) {
    long movedAt = System.nanoTime();
    long before = -1;
    while (!isDone.getAsBoolean()) {
      long now = reached.getAsLong();
      if (now > before) {
        movedAt = System.nanoTime();
        before = now;
        show.accept(now);
      } else if (System.nanoTime() - movedAt > STUCK.toNanos()) {
        throw new IllegalStateException(stuck.apply(now) + " for " + STUCK.toSeconds() + " s");
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }
}
