package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class TimeToLiveTest {

  private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
  private static final int DAY = 24 * 60 * 60;

  @Test
  void a_database_collects_a_day_after_readers_have_seen_the_last_of_a_row() {
    assertThat(TimeToLive.seconds(NOW.plusSeconds(10), NOW)).isEqualTo(10 + DAY);
    assertThat(TimeToLive.seconds(NOW.plusMillis(10_001), NOW)).isEqualTo(11 + DAY);
  }

  @Test
  void what_has_expired_when_it_is_written_hides_older_rows_for_a_day_at_least() {
    assertThat(TimeToLive.seconds(NOW.minus(Duration.ofDays(400)), NOW)).isEqualTo(DAY);
  }

  @Test
  void an_expiry_that_the_database_cannot_hold_is_left_to_the_readers() {
    assertThat(TimeToLive.seconds(Instant.parse("2038-01-10T00:00:00Z"), NOW)).isPositive();
    assertThat(TimeToLive.seconds(Instant.parse("2038-01-18T00:00:00Z"), NOW))
        .isEqualTo(TimeToLive.NONE);
    assertThat(TimeToLive.seconds(Instant.parse("9999-12-31T23:59:59Z"), NOW))
        .isEqualTo(TimeToLive.NONE);
  }
}
