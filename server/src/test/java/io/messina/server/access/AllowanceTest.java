package io.messina.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AllowanceTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void as_much_as_in_a_second_comes_at_once_and_then_at_the_rate() {
    Allowance allowance = new Allowance(100, 0);
    long taken = 0;
    for (long now = 0; now <= 10 * SECOND; now += SECOND / 1000) {
      if (allowance.take(1, now) == 0) {
        taken++;
      }
    }
    assertThat(taken).isBetween(1_100L, 1_101L);
  }

  @Test
  void more_than_there_is_room_for_gets_through_and_is_paid_afterwards() {
    Allowance allowance = new Allowance(100, 0);
    assertThat(allowance.take(1_000, 0)).isZero();
    long wait = allowance.take(1, 0);
    assertThat(wait).isBetween(9 * SECOND, 9 * SECOND + 2);
    assertThat(allowance.take(1, wait - 2)).isPositive();
    assertThat(allowance.take(1, wait)).isZero();
  }

  @Test
  void a_clock_that_stands_or_goes_back_gives_nothing() {
    Allowance allowance = new Allowance(1, SECOND);
    assertThat(allowance.take(1, SECOND)).isZero();
    assertThat(allowance.take(1, 0)).isPositive();
  }
}
