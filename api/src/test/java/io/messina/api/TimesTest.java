package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

  private static final long FIRST_SECOND = -62_167_219_200L;
  private static final long LAST_SECOND = 253_402_300_799L;

  @Property
  void what_is_written_is_read_and_means_the_same_to_the_jdk(
      @ForAll @LongRange(min = FIRST_SECOND, max = LAST_SECOND) long second,
      @ForAll @IntRange(max = 999_999_999) int nano,
      @ForAll @IntRange(min = -1080, max = 1080) int offsetMinutes) {
    Instant time = Instant.ofEpochSecond(second, nano);
    assertThat(Times.parse(Times.format(time))).isEqualTo(time);
    OffsetDateTime there =
        time.atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60)).withSecond(1);
    if (there.getYear() >= 0 && there.getYear() <= 9999) {
      assertThat(Times.parse(there.toString())).isEqualTo(there.toInstant());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2015-09-12T00:46:58Z, 2015-09-12T00:46:58Z",
    "2015-09-12T00:46:58.100Z, 2015-09-12T00:46:58.1Z",
    "2015-09-12t00:46:58.123456789z, 2015-09-12T00:46:58.123456789Z",
    "2015-09-12T02:46:58.000010+02:00, 2015-09-12T00:46:58.00001Z",
  })
  void a_time_is_written_with_as_many_digits_as_it_needs(String text, String written) {
    assertThat(Times.format(Times.parse(text))).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2015-09-12",
        "2015-09-12T00:46:58",
        "2015-09-12 00:46:58Z",
        "2015-09-12T00:46:58.Z",
        "2015-09-12T00:46:58.1",
        "2015-09-12T00:46:58.1234567890Z",
        "2015-09-12T24:00:00Z",
        "2015-09-12T00:46:60Z",
        "2015-13-12T00:46:58Z",
        "2015-02-29T00:46:58Z",
        "2015-09-12T00:46:58+2:00",
        "2015-09-12T00:46:58+19:00",
        "2015-09-12T00:46:58Z ",
        "+2015-09-12T00:46:58Z",
        "٢٠١٥-09-12T00:46:58Z",
      })
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> Times.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("(expected: " + Times.FORM + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000-01-01T00:09:59+00:10",
        "9999-12-31T23:59:59-00:01",
        "9999-12-31T06:00:00-18:00"
      })
  void a_time_that_is_of_another_year_in_utc_could_not_be_written(String text) {
    assertThatThrownBy(() -> Times.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("(expected: a time of the years 0000 to 9999 in UTC)");
  }

  @Test
  void a_sentence_does_not_repeat_all_of_a_long_text() {
    assertThatThrownBy(() -> Times.parse("x".repeat(10_000))).message().hasSizeLessThan(200);
  }
}
