package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Backoff;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ThrottlePauseTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualConnectorTime time = new ManualConnectorTime();
  private final ThrottlePause pause =
      new ThrottlePause(
          new Backoff(SECOND, Duration.ofSeconds(8), 0), time, new SplittableRandom(1));

  private Duration throttleNow() {
    return pause.throttled(time.nanoTime());
  }

  @Test
  void a_window_that_is_throttled_together_is_one_time() {
    long before = time.nanoTime();
    assertThat(throttleNow()).isEqualTo(SECOND);
    time.advance(Duration.ofMillis(400));
    assertThat(pause.throttled(before)).isEqualTo(Duration.ofMillis(600));
    assertThat(pause.remaining()).contains(Duration.ofMillis(600));
    time.advance(Duration.ofMillis(600));
    assertThat(pause.remaining()).isEmpty();
  }

  @Test
  void each_further_time_is_twice_as_long_up_to_a_limit() {
    for (int seconds : new int[] {1, 2, 4, 8, 8}) {
      assertThat(throttleNow()).isEqualTo(Duration.ofSeconds(seconds));
      time.advance(Duration.ofSeconds(seconds));
    }
  }

  @Test
  void a_submit_that_passes_after_the_pause_makes_the_next_one_short_again() {
    long before = time.nanoTime();
    throttleNow();
    pause.passed(before); // was under way with what was throttled
    assertThat(pause.remaining()).contains(SECOND);
    time.advance(SECOND);
    pause.passed(time.nanoTime());
    assertThat(throttleNow()).isEqualTo(SECOND);
  }
}
