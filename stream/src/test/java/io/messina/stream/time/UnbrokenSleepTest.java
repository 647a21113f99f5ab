package io.messina.stream.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.LeapingTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class UnbrokenSleepTest {

  private final LeapingTime time = new LeapingTime();

  @Test
  void an_interrupted_thread_sleeps_in_full_and_stays_interrupted() {
    Thread.currentThread().interrupt();

    UnbrokenSleep.sleep(time, Duration.ofSeconds(2));
    UnbrokenSleep.sleep(time, Duration.ofSeconds(3));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void what_is_over_is_not_waited_for() {
    UnbrokenSleep.sleep(time, Duration.ofSeconds(-1));
    UnbrokenSleep.until(time, time.nanoTime() - 1);

    assertThat(time.elapsed()).isZero();
  }
}
