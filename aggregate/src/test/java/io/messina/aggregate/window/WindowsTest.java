package io.messina.aggregate.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import org.junit.jupiter.api.Test;

class WindowsTest {

  @Test
  void tumbling_windows_follow_one_another_also_before_1970() {
    Windows hours = Windows.tumbling(Duration.ofHours(1));
    assertThat(hours.of(at("2026-01-01T10:59:59.999Z")))
        .containsExactly(window("2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z"));
    assertThat(hours.of(at("2026-01-01T11:00:00Z")))
        .containsExactly(window("2026-01-01T11:00:00Z", "2026-01-01T12:00:00Z"));
    assertThat(hours.of(-1))
        .containsExactly(window("1969-12-31T23:00:00Z", "1970-01-01T00:00:00Z"));
  }

  @Test
  void an_event_is_in_all_sliding_windows_over_it() {
    Windows sliding = Windows.sliding(Duration.ofHours(1), Duration.ofMinutes(20));
    assertThat(sliding.of(at("2026-01-01T10:45:00Z")))
        .containsExactly(
            window("2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z"),
            window("2026-01-01T10:20:00Z", "2026-01-01T11:20:00Z"),
            window("2026-01-01T10:40:00Z", "2026-01-01T11:40:00Z"));
    assertThat(sliding.firstOpen(at("2026-01-01T10:45:00Z"))).isEqualTo(at("2026-01-01T10:00:00Z"));
  }

  @Test
  void days_are_as_long_as_they_are_in_their_zone() {
    Windows days = Windows.days(ZoneId.of("Europe/Rome"));
    assertThat(days.of(at("2026-03-29T12:00:00Z")))
        .containsExactly(window("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"));
    assertThat(days.of(at("2026-10-25T12:00:00Z")))
        .containsExactly(window("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"));
    Window day = days.of(at("2026-07-01T00:00:00Z")).getFirst();
    assertThat(days.at(day.startMillis())).isEqualTo(day);
  }

  /** Wherever clocks were changed, also over midnight, or a day is missing. */
  @Test
  void each_moment_is_in_its_day_and_days_follow_one_another_in_all_zones() {
    for (String id : ZoneId.getAvailableZoneIds()) {
      Windows days = Windows.days(ZoneId.of(id));
      for (ZoneOffsetTransition change : ZoneId.of(id).getRules().getTransitions()) {
        for (int minutes = -90; minutes <= 90; minutes += 30) {
          long time = change.getInstant().plusSeconds(minutes * 60L + 1).toEpochMilli();
          Window day = days.of(time).getFirst();
          assertThat(time)
              .as("%s in %s", day, id)
              .isBetween(day.startMillis(), day.endMillis() - 1);
          assertThat(days.at(day.startMillis())).isEqualTo(day);
          assertThat(days.of(day.endMillis()).getFirst().startMillis()).isEqualTo(day.endMillis());
        }
      }
    }
  }

  @Test
  void lengths_have_bounds() {
    assertThatThrownBy(() -> Windows.tumbling(Duration.ofMillis(999)))
        .hasMessage("slide: 999 ms (expected: from 1 s)");
    assertThatThrownBy(() -> Windows.sliding(Duration.ofSeconds(101), Duration.ofSeconds(1)))
        .hasMessage("size: 101000 ms (expected: 1 to 100 times the slide of 1000 ms)");
    assertThatThrownBy(() -> Windows.sliding(Duration.ofSeconds(3), Duration.ofSeconds(2)))
        .hasMessageStartingWith("size: 3000 ms");
  }

  private static long at(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static Window window(String start, String end) {
    return new Window(at(start), at(end));
  }
}
