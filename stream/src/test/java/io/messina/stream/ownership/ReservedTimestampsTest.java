package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.store.Fence;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ReservedTimestampsTest {

  private static final long SPAN = ReservedTimestamps.SPAN.toNanos() / 1_000;

  @Test
  void a_new_owner_begins_where_the_former_one_could_not_write_and_not_before_now() {
    assertThat(ReservedTimestamps.from(500, 100).next(100)).hasValue(500);
    assertThat(ReservedTimestamps.from(500, 900).next(100)).hasValue(900);
  }

  @Test
  void what_a_former_owner_reserved_without_using_it_is_free_where_it_is_known_what_was_written() {
    TakeOver claim = afterReservationOf(60_000_000);
    assertThat(claim.timestamps(1_000, OptionalLong.empty()).next(1_000)).hasValue(60_000_000);
    assertThat(claim.timestamps(1_000, OptionalLong.of(5_000)).next(1_000)).hasValue(5_001);
    assertThat(claim.timestamps(9_000, OptionalLong.of(5_000)).next(9_000)).hasValue(9_000);
  }

  @Test
  void a_shard_whose_timestamps_are_a_day_ahead_of_the_clock_is_not_claimed() {
    long day = Duration.ofDays(1).toNanos() / 1_000;
    TakeOver claim = afterReservationOf(3 * day);

    assertThat(claim.timestamps(2 * day, OptionalLong.empty()).until()).isGreaterThan(3 * day);
    assertThatThrownBy(() -> claim.timestamps(2 * day - 1, OptionalLong.empty()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("up to 1970-01-04T00:00:00Z, more than a day ahead of this clock");
    assertThat(claim.timestamps(day, OptionalLong.of(day)).next(day)).hasValue(day + 1);
  }

  @Test
  void timestamps_grow_also_where_the_clock_goes_back() {
    ReservedTimestamps timestamps = ReservedTimestamps.from(0, 1_000);

    assertThat(timestamps.next(2_000)).hasValue(2_000);
    assertThat(timestamps.next(1_500)).hasValue(2_001);
  }

  @Test
  void nothing_is_given_out_beyond_the_reservation_until_it_is_renewed() {
    ReservedTimestamps timestamps = ReservedTimestamps.from(0, 0);
    assertThat(timestamps.next(SPAN - 1)).hasValue(SPAN - 1);
    assertThat(timestamps.next(SPAN - 1)).isEmpty();
    assertThat(timestamps.isRunningOut(SPAN - 1)).isTrue();

    long until = timestamps.reservation(SPAN - 1);
    assertThat(timestamps.next(SPAN - 1)).isEmpty();
    timestamps.reserved(until);

    assertThat(timestamps.next(SPAN - 1)).hasValue(SPAN);
    assertThat(timestamps.isRunningOut(SPAN)).isFalse();
  }

  private static TakeOver afterReservationOf(long untilMicros) {
    ShardId shard = new ShardId(new StreamId(new StreamName("toys"), 1), 0);
    PartitionKey state = ShardTable.partition(shard, 0);
    Incarnation former = new Incarnation(new UUID(0, 1));
    StaticRow found =
        StaticRow.ofValues(
            state, new Fence(1, 1, former), new @Nullable Object[] {"a", null, untilMicros});
    return new TakeOver(shard, state, Optional.of(found), new Incarnation(new UUID(0, 2)), "a");
  }
}
