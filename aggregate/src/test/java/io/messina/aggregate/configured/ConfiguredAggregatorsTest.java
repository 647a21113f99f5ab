package io.messina.aggregate.configured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.WindowOptions;
import io.messina.api.WireException;
import io.messina.api.aggregate.AggregateWindows;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredAggregatorsTest {

  private static AggregateWindows windows(Duration retention, Optional<Duration> ahead) {
    return new AggregateWindows(
        Duration.ofMinutes(5), Optional.empty(), Optional.empty(), Duration.ZERO, retention, ahead);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S,       , PT1M",
    "PT1H,       , PT1H",
    "PT24H,      , PT24H",
    "PT2160H,    , PT24H",
    "PT2160H, PT2160H, PT2160H",
    "PT2160H, PT0S, PT0S"
  })
  void an_event_is_ahead_by_a_day_or_by_as_much_as_windows_are_kept(
      Duration retention, @Nullable Duration given, Duration expected) {
    WindowOptions windows =
        ConfiguredAggregators.windows(windows(retention, Optional.ofNullable(given)));
    assertThat(windows.ahead()).isEqualTo(expected);
    long now = Duration.ofDays(20_000).plusSeconds(7).toMillis();
    long open = windows.windows().firstOpen(now);
    boolean mayEndThePresent = expected.compareTo(retention) > 0;
    assertThat(
            windows
                .windows()
                .firstOpen(now + windows.ahead().toMillis() - windows.kept().toMillis()))
        .isLessThanOrEqualTo(mayEndThePresent ? Long.MAX_VALUE : open);
  }

  @Test
  void a_clock_that_would_end_all_windows_is_refused_as_an_option() {
    assertThatThrownBy(() -> windows(Duration.ofHours(1), Optional.of(Duration.ofHours(2))))
        .isInstanceOf(WireException.class)
        .hasMessage("max_ahead: 2h (expected: at most the retention)");
  }
}
