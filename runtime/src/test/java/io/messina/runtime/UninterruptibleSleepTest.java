package io.messina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class UninterruptibleSleepTest {

  private final Sleeps time = new Sleeps();

  @Test
  void an_interrupted_thread_sleeps_in_full_and_stays_interrupted() {
    Thread.currentThread().interrupt();

    UninterruptibleSleep.sleep(time, Duration.ofSeconds(2));
    UninterruptibleSleep.sleep(time, Duration.ofSeconds(3));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(time.elapsed).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void what_is_over_is_not_waited_for() {
    UninterruptibleSleep.sleep(time, Duration.ofSeconds(-1));
    UninterruptibleSleep.until(time, time.nanoTime() - 1);

    assertThat(time.elapsed).isZero();
  }

  /** Passes only where somebody sleeps, and then at once. */
  private static final class Sleeps implements NodeTime {

    private Duration elapsed = Duration.ZERO;

    @Override
    public InstantSource wall() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nanoTime() {
      return elapsed.toNanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      elapsed = elapsed.plus(duration);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }
}
