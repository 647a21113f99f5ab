package io.messina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ExponentialBackoffTest {

  private static final Duration FIRST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofMillis(100);

  @Test
  void each_wait_is_twice_as_long_up_to_the_longest() {
    ExponentialBackoff backoff = new ExponentialBackoff(FIRST, LONGEST);

    assertThat(IntStream.of(1, 2, 3, 4, 5, 63, 64, 65, Integer.MAX_VALUE).mapToObj(backoff::after))
        .map(Duration::toMillis)
        .containsExactly(20L, 40L, 80L, 100L, 100L, 100L, 100L, 100L, 100L);
  }

  @Test
  void the_longest_wait_there_is_does_not_overflow() {
    Duration longest = Duration.ofNanos(Long.MAX_VALUE);
    ExponentialBackoff backoff = new ExponentialBackoff(Duration.ofNanos(1), longest);

    assertThat(backoff.after(63)).isEqualTo(Duration.ofNanos(1L << 62));
    assertThat(backoff.after(1_000)).isPositive();
    assertThat(new ExponentialBackoff(longest, longest).after(1_000)).isEqualTo(longest);
  }

  @Test
  void jitter_makes_a_wait_shorter_by_up_to_its_part() {
    SplittableRandom random = new SplittableRandom(1);
    ExponentialBackoff half = new ExponentialBackoff(FIRST, LONGEST, 0.5);
    ExponentialBackoff none = new ExponentialBackoff(FIRST, LONGEST);

    assertThat(IntStream.range(0, 1_000).mapToObj(i -> half.after(2, random)))
        .allMatch(wait -> wait.toMillis() >= 20 && wait.toMillis() <= 40)
        .anyMatch(wait -> wait.toMillis() < 25)
        .anyMatch(wait -> wait.toMillis() > 35);
    assertThat(none.after(2, random)).isEqualTo(none.after(2));
  }

  @Test
  void what_does_not_grow_is_no_backoff() {
    assertThatThrownBy(() -> new ExponentialBackoff(FIRST, Duration.ofMillis(10)))
        .hasMessage("backoff: PT0.02S, PT0.01S (expected: above zero, growing)");
    assertThatThrownBy(() -> new ExponentialBackoff(Duration.ZERO, FIRST))
        .hasMessage("backoff: PT0S, PT0.02S (expected: above zero, growing)");
    assertThatThrownBy(() -> new ExponentialBackoff(FIRST, LONGEST, 1.5))
        .hasMessage("jitter: 1.5 (expected: from 0 to 1)");
  }
}
