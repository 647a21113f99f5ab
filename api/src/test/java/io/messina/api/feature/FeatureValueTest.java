package io.messina.api.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.Wire;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureValueTest {

  @Test
  void values_are_written_as_the_server_reads_them() {
    assertThat(FeatureValue.text("ä \"\n").json()).isEqualTo("\"ä \\\"\\n\"");
    assertThat(FeatureValue.integer(Long.MIN_VALUE).json()).isEqualTo("-9223372036854775808");
    assertThat(FeatureValue.real(1e300).json()).isEqualTo("1.0E+300");
    assertThat(FeatureValue.truth(true).json()).isEqualTo("true");
    assertThat(FeatureValue.vector(0.1f, -2).json()).isEqualTo("[0.1,-2.0]");
    assertThat(FeatureValue.bytes(new byte[] {0, -1}).json()).isEqualTo("\"AP8=\"");
    assertThat(FeatureValue.json("{\"a\": [1.50,\r\nnull]}").json())
        .isEqualTo("{\"a\":[1.50,null]}");
  }

  @Test
  void values_are_read_back() {
    assertThat(FeatureValue.text("ä \"\n").text()).isEqualTo("ä \"\n");
    assertThat(FeatureValue.integer(Long.MAX_VALUE).integer()).isEqualTo(Long.MAX_VALUE);
    assertThat(FeatureValue.real(-0.1).real()).isEqualTo(-0.1);
    assertThat(FeatureValue.integer(7).real()).isEqualTo(7);
    assertThat(FeatureValue.truth(false).truth()).isFalse();
    assertThat(FeatureValue.vector(0.1f, Float.MIN_VALUE).vector())
        .containsExactly(0.1f, Float.MIN_VALUE);
    assertThat(FeatureValue.json("[1, 2.5]").vector()).containsExactly(1, 2.5f);
    assertThat(FeatureValue.bytes(new byte[] {0, -1}).bytes()).containsExactly(0, -1);
  }

  @Test
  void a_whole_number_is_one_however_it_is_written() {
    for (String whole : List.of("36", "36.0", "3.6e1", "360E-1", "36.000000000000000000000000")) {
      assertThat(FeatureValue.json(whole).integer()).as(whole).isEqualTo(36);
    }
    assertThat(FeatureValue.json("-9223372036854775808.0").integer()).isEqualTo(Long.MIN_VALUE);
    assertThat(FeatureValue.json("-0.0").integer()).isZero();
    assertThat(FeatureValue.json("0e400").integer()).isZero();
    for (String other :
        List.of(
            "36.5",
            "3.65e1",
            "9223372036854775808",
            "9.223372036854775808e18",
            "1e400",
            "1e-400",
            "true",
            "null",
            "[36]")) {
      assertThatIllegalArgumentException()
          .as(other)
          .isThrownBy(FeatureValue.json(other)::integer)
          .withMessageContaining("(expected: a whole number of 64 bits)");
    }
  }

  @Test
  void a_value_that_is_something_else_is_said_to_be() {
    FeatureValue number = FeatureValue.integer(7);
    assertThatIllegalArgumentException()
        .isThrownBy(number::text)
        .withMessage("value: 7 (expected: a text)");
    assertThatIllegalArgumentException().isThrownBy(number::truth);
    assertThatIllegalArgumentException().isThrownBy(number::vector);
    assertThatIllegalArgumentException().isThrownBy(number::bytes);
    assertThatIllegalArgumentException().isThrownBy(FeatureValue.real(7.5)::integer);
    assertThatIllegalArgumentException().isThrownBy(FeatureValue.text("7")::integer);
    assertThatIllegalArgumentException().isThrownBy(FeatureValue.text("7")::real);
    assertThatIllegalArgumentException().isThrownBy(FeatureValue.json("[1,\"2\"]")::vector);
    assertThatIllegalArgumentException()
        .isThrownBy(FeatureValue.text("ä".repeat(200))::bytes)
        .withMessageContaining("ä… (expected: Base64)");
  }

  @Test
  void what_json_cannot_hold_is_no_value() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureValue.real(Double.NaN))
        .withMessage("value: NaN (expected: a finite number)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureValue.vector(1, Float.POSITIVE_INFINITY));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureValue.text("a\ud800"))
        .withMessage("value: an unpaired surrogate (expected: a text that UTF-8 can hold)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "{", "1 2", "NaN", "'a'", "{\"value\":1}}"})
  void what_is_not_json_is_refused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> FeatureValue.json(text));
  }

  @Test
  void equal_values_have_the_same_json() {
    assertThat(FeatureValue.text("AP8="))
        .isEqualTo(FeatureValue.bytes(new byte[] {0, -1}))
        .hasSameHashCodeAs(FeatureValue.json("\"AP8=\""))
        .isNotEqualTo(FeatureValue.text("AP8"))
        .hasToString("\"AP8=\"");
  }

  @Test
  void a_line_of_an_import_is_read_and_written() {
    ItemLine line =
        ItemLine.parse(
            "{\"time\":\"2015-09-12T00:46:58.771000001Z\",\"value\":null,\"entity\":\"a\\n\"}");
    assertThat(line)
        .isEqualTo(
            new ItemLine(
                new EntityId("a\n"),
                FeatureValue.json("null"),
                Instant.parse("2015-09-12T00:46:58.771000001Z")));
    assertThat(Wire.write(line))
        .isEqualTo(
            "{\"entity\":\"a\\n\",\"value\":null,\"time\":\"2015-09-12T00:46:58.771000001Z\"}");
  }

  @Test
  void a_line_that_is_none_is_refused() {
    for (String line :
        List.of(
            "",
            "1",
            "{}",
            "{\"entity\":\"a\",\"value\":1}",
            "{\"entity\":\"a\",\"time\":\"2015-09-12T00:00:00Z\"}",
            "{\"entity\":\"a\",\"value\":1,\"time\":\"now\"}",
            "{\"entity\":\"\",\"value\":1,\"time\":\"2015-09-12T00:00:00Z\"}")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ItemLine.parse(line))
          .withMessageContaining("expected: ");
    }
  }
}
