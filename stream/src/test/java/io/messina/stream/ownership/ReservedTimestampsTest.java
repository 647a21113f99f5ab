package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReservedTimestampsTest {

  private static final long SPAN = ReservedTimestamps.SPAN.toNanos() / 1_000;

  @Test
  void a_new_owner_begins_where_the_former_one_could_not_write_and_not_before_now() {
    assertThat(ReservedTimestamps.from(500, 100).next(100, 1)).hasValue(500);
    assertThat(ReservedTimestamps.from(500, 900).next(100, 1)).hasValue(900);
  }

  @Test
  void timestamps_grow_also_where_the_clock_goes_back() {
    ReservedTimestamps timestamps = ReservedTimestamps.from(0, 1_000);

    assertThat(timestamps.next(2_000, 3)).hasValue(2_000);
    assertThat(timestamps.next(1_500, 1)).hasValue(2_003);
  }

  @Test
  void nothing_is_given_out_beyond_the_reservation_until_it_is_renewed() {
    ReservedTimestamps timestamps = ReservedTimestamps.from(0, 0);
    assertThat(timestamps.next(SPAN - 1, 1)).hasValue(SPAN - 1);
    assertThat(timestamps.next(SPAN - 1, 1)).isEmpty();
    assertThat(timestamps.isRunningOut(SPAN - 1)).isTrue();

    long until = timestamps.reservation(SPAN - 1);
    assertThat(timestamps.next(SPAN - 1, 1)).isEmpty();
    timestamps.reserved(until);

    assertThat(timestamps.next(SPAN - 1, 1)).hasValue(SPAN);
    assertThat(timestamps.isRunningOut(SPAN)).isFalse();
  }
}
