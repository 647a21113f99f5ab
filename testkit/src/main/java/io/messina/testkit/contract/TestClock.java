package io.messina.testkit.contract;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that moves only when a test moves it, always forward: an engine may forget expired rows,
 * so a clock set back would ask for forgotten ones. For use by many threads.
 */
public final class TestClock implements InstantSource {

  private final AtomicReference<Instant> now;

  /**
   * A clock.
   *
   * @param start its first time
   */
  public TestClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /**
   * Moves the clock by some time.
   *
   * @throws IllegalArgumentException where it is negative
   */
  public void advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("step: " + step + " (expected: forward)");
    }
    now.updateAndGet(moment -> moment.plus(step));
  }

  /**
   * Moves the clock to a moment.
   *
   * @param moment not before its present time
   * @throws IllegalArgumentException where it is earlier
   */
  public void advanceTo(Instant moment) {
    advance(Duration.between(instant(), moment));
  }
}
