package io.messina.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import java.io.StringWriter;
import java.util.Base64;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ValueTest {

  @Property
  void what_is_packed_is_read(
      @ForAll byte[] bytes, @ForAll long number, @ForAll double fraction, @ForAll boolean truth) {
    assertThat(FeatureValue.of(Bytes.copyOf(bytes)).packed().toArray()).isEqualTo(bytes);
    assertThat(FeatureValue.of(number).integer()).isEqualTo(number);
    assertThat(FeatureValue.of(truth).truth()).isEqualTo(truth);
    assertThat(FeatureValue.of(fraction).number()).isEqualTo(fraction == 0 ? 0.0 : fraction);
    if (bytes.length > 0) {
      float[] numbers = new float[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        numbers[i] = bytes[i] / 8f;
      }
      assertThat(FeatureValue.of(numbers).vector()).isEqualTo(numbers);
    }
  }

  @Property
  void json_says_the_same_there_and_back(
      @ForAll byte[] bytes, @ForAll long number, @ForAll double fraction, @ForAll boolean truth) {
    assertThereAndBack(FeatureValue.of(Bytes.copyOf(bytes)));
    assertThereAndBack(FeatureValue.of(number));
    assertThereAndBack(FeatureValue.of(fraction));
    assertThereAndBack(FeatureValue.of(truth));
    assertThereAndBack(FeatureValue.of((float) number, 1.5f));
    assertThereAndBack(FeatureValue.of(Base64.getEncoder().encodeToString(bytes)));
    assertThereAndBack(FeatureValue.ofJson("{\"a\":[" + number + "," + fraction + "]}"));
  }

  @Test
  void equal_values_have_equal_bytes() {
    assertThat(FeatureValue.of(-0.0)).isEqualTo(FeatureValue.of(0.0));
    assertThat(FeatureValue.of(-0.0f)).isEqualTo(FeatureValue.of(0.0f));
    assertThat(FeatureValue.ofJson(" {\"b\" : 1.50, \"a\":[1.0, 1e2 , null]}").text())
        .isEqualTo("{\"a\":[1,100,null],\"b\":1.5}");
    assertThat(FeatureValue.ofJson("1e400000000").text()).isEqualTo("1E+400000000");
    assertThat(FeatureValue.ofJson("\"\\u00fc\\n\"").text()).isEqualTo("\"ü\\n\"");
    assertThat(FeatureValue.ofJson("-0.0").text()).isEqualTo("0");
  }

  @Test
  void what_is_of_another_type_is_refused_with_a_sentence() {
    Map<ValueType, String> wrong =
        Map.of(
            ValueType.TEXT, "1",
            ValueType.INTEGER, "1.5",
            ValueType.DOUBLE, "\"1\"",
            ValueType.BOOLEAN, "\"true\"",
            ValueType.VECTOR, "[1,\"2\"]",
            ValueType.BYTES, "\"?\"");
    wrong.forEach(
        (type, json) ->
            assertThatThrownBy(() -> ValueJson.read(type, JsonMapper.shared().readTree(json)))
                .as("%s as %s", json, type)
                .isInstanceOf(FeatureException.Refused.class)
                .hasMessageContaining("(expected: "));
    assertThatThrownBy(() -> read(ValueType.INTEGER, "9223372036854775808"))
        .isInstanceOf(FeatureException.Refused.class);
    assertThatThrownBy(() -> read(ValueType.DOUBLE, "1e999"))
        .hasMessage("value: Infinity (expected: a finite number)");
    assertThatThrownBy(() -> read(ValueType.VECTOR, "[]"))
        .isInstanceOf(FeatureException.Refused.class);
    assertThatThrownBy(() -> FeatureValue.ofJson("{\"a\":1,\"a\":2}"))
        .isInstanceOf(FeatureException.Refused.class);
    assertThatThrownBy(() -> FeatureValue.ofJson("1 2"))
        .isInstanceOf(FeatureException.Refused.class);
    assertThatThrownBy(() -> FeatureValue.ofJson("")).isInstanceOf(FeatureException.Refused.class);
    assertThatThrownBy(() -> FeatureValue.of("\uD800"))
        .isInstanceOf(FeatureException.Refused.class);
    assertThatThrownBy(() -> FeatureValue.of(1).text())
        .hasMessage("value: of type INTEGER (expected: TEXT)");
  }

  @Test
  void a_value_of_64_kib_is_held_and_no_larger_one() {
    assertThat(FeatureValue.of("x".repeat(65_536)).packed().length()).isEqualTo(65_536);
    assertThatThrownBy(() -> FeatureValue.of("x".repeat(65_537)))
        .hasMessage("value: 65537 bytes (expected: at most 65536)");
    assertThat(FeatureValue.of(new float[16_384]).vector()).hasSize(16_384);
    assertThatThrownBy(() -> FeatureValue.of(new float[16_385]))
        .isInstanceOf(FeatureException.Refused.class);
  }

  private static FeatureValue read(ValueType type, String json) {
    return ValueJson.read(type, JsonMapper.shared().readTree(json));
  }

  private static void assertThereAndBack(FeatureValue value) {
    JsonNode json = ValueJson.write(value);
    assertThat(ValueJson.read(value.type(), json)).isEqualTo(value);
    assertThat(read(value.type(), json.toString())).isEqualTo(value);
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JsonMapper.shared().createGenerator(text)) {
      ValueJson.write(generator, value);
    }
    assertThat(text.toString()).isEqualTo(json.toString());
  }
}
