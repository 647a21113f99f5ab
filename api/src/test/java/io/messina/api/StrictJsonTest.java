package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;

class StrictJsonTest {

  private static String fault(String text) {
    return StrictJson.fault(
        catchThrowableOfType(JacksonException.class, () -> StrictJson.read(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{} {}",
        "{\"a\":+1}",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{\"a\":-Infinity}",
        "{\"a\":'x'}",
        "{a:1}",
        "{\"a\":1,}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"x",
        "{\"a\":\"\n\"}",
        "tru",
        "{\"a\":1,\"a\":2}",
        "/* x */ 1",
        "# x",
        "1e99999999999",
        "\u0000"
      })
  void what_is_wrong_is_told_without_the_words_of_the_parser(String text) {
    assertThat(fault(text))
        .isNotBlank()
        .doesNotContainPattern("`|Feature|Json[A-Z]|tools\\.|Source|VALUE_STRING");
  }

  @Test
  void a_text_that_is_too_deep_or_long_is_told_by_its_bound() {
    assertThat(fault("[".repeat(300)))
        .isEqualTo("Document nesting depth (201) exceeds the maximum allowed (200)");
    assertThat(fault("1".repeat(2000)))
        .isEqualTo("Number value length (2000) exceeds the maximum allowed (1000)");
  }

  @Test
  void words_of_the_parser_that_nobody_knew_are_not_passed_on() {
    assertThat(StrictJson.fault(new StreamReadException("no, see `JsonReadFeature.ALLOW_ALL`")))
        .isEqualTo("not as JSON is written");
  }
}
