package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.Moment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class BeatClockTest {

  private final BeatClock clock = new BeatClock(Duration.ofSeconds(5));

  @Test
  void it_may_act_only_after_a_confirmed_beat_and_until_that_is_nine_tenths_of_a_lease_old() {
    long sent = clock.send(at(0, 0));
    assertThat(clock.holdsLease(at(100, 100))).isFalse();

    clock.confirm(sent, at(1_000, 1_000));

    assertThat(clock.holdsLease(at(4_499, 4_499))).isTrue();
    assertThat(clock.holdsLease(at(4_500, 4_500))).isFalse();
  }

  @Test
  void what_is_lost_stays_lost_whatever_is_confirmed_later() {
    clock.confirm(clock.send(at(0, 0)), at(1, 1));
    long late = clock.send(at(4_000, 4_000));

    clock.confirm(late, at(4_600, 4_600));

    assertThat(clock.isLost(at(4_601, 4_601))).isTrue();
    assertThat(clock.holdsLease(at(4_601, 4_601))).isFalse();
  }

  @Test
  void a_first_beat_that_is_never_confirmed_counts_as_others_may_have_seen_it() {
    clock.send(at(0, 0));

    assertThat(clock.isLost(at(4_500, 4_500))).isTrue();
  }

  @Test
  void the_larger_of_both_times_counts_also_after_the_wall_clock_was_set_back() {
    clock.confirm(clock.send(at(0, 0)), at(1, 1));
    assertThat(clock.holdsLease(at(100, -3_600_000))).isTrue();

    assertThat(clock.holdsLease(at(110, -3_595_000))).isFalse();
  }

  private static Moment at(long monotonicMillis, long wallMillis) {
    return new Moment(
        monotonicMillis * 1_000_000, Instant.ofEpochMilli(1_700_000_000_000L + wallMillis));
  }
}
