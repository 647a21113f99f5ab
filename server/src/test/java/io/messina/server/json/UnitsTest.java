package io.messina.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.stream.catalog.DurationText;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({"PT0S,0s", "PT0.25S,250ms", "PT30S,30s", "PT90S,90s", "PT2M,2m", "PT5H,5h", "P7D,7d"})
  void durations_are_written_in_the_largest_unit_that_fits(Duration duration, String text) {
    assertThat(DurationText.format(duration)).isEqualTo(text);
    assertThat(DurationText.parse(text)).isEqualTo(duration);
  }

  @Property
  void durations_are_read_as_they_are_written(@ForAll @LongRange(max = 1L << 45) long millis) {
    Duration duration = Duration.ofMillis(millis);
    assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "s", "-1s", "1.5s", "1w", "1 s", "1S", "999999999999999d"})
  void other_durations_are_refused(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + " (expected: " + DurationText.FORM + ")");
  }

  @Property
  void sizes_are_read_as_they_are_written(@ForAll @LongRange(max = 999_999_999) long bytes) {
    assertThat(ByteSizes.parse(ByteSizes.format(bytes))).isEqualTo(bytes);
    assertThat(ByteSizes.parse(ByteSizes.format(bytes << 20))).isEqualTo(bytes << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8", "8MB", "8mib", "-1B", "1.5GiB", "1000000000B"})
  void other_sizes_are_refused(String text) {
    assertThatThrownBy(() -> ByteSizes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + " (expected: " + ByteSizes.FORM + ")");
  }
}
