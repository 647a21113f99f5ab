package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S,0s",
    "PT0.25S,250ms",
    "PT1.5S,1500ms",
    "PT30S,30s",
    "PT90S,90s",
    "PT2M,2m",
    "PT5H,5h",
    "P7D,7d"
  })
  void durations_are_written_in_the_largest_unit_that_fits(Duration duration, String text) {
    assertThat(Durations.format(duration)).isEqualTo(text);
    assertThat(Durations.parse(text)).isEqualTo(duration);
  }

  @Property
  void durations_are_read_as_they_are_written(@ForAll @LongRange(max = 1L << 45) long millis) {
    Duration duration = Duration.ofMillis(millis);
    assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "s", "-1s", "1.5s", "1w", "1 s", "1S", "999999999999999d"})
  void other_durations_are_refused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + " (expected: " + Durations.FORM + ")");
  }

  @Test
  void sentences_show_negative_durations_too() {
    assertThat(Durations.format(Duration.ofDays(-1))).isEqualTo("-1d");
  }

  @Test
  void a_part_of_a_millisecond_counts_as_a_whole_one() {
    assertThat(Durations.format(Duration.ofNanos(1))).isEqualTo("1ms");
    assertThat(Durations.format(Duration.ofNanos(999_000_001))).isEqualTo("1s");
  }

  @Test
  void what_never_ends_is_forever() {
    assertThat(Durations.parseIfEnding("forever")).isEmpty();
    assertThat(Durations.parseIfEnding("1d")).contains(Duration.ofDays(1));
    assertThat(Durations.formatIfEnding(Durations.parseIfEnding("forever"))).isEqualTo("forever");
  }
}
