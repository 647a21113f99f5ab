package io.messina.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.WireException;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueType;
import io.messina.store.Bytes;
import java.util.Base64;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class ValueTest {

  private static FeatureValue thereAndBack(ValueType type, FeatureValue value) {
    return ValueCodec.unpack(type, ValueCodec.pack(type, value));
  }

  private static FeatureValue json(String json) {
    return thereAndBack(ValueType.JSON, FeatureValue.json(json));
  }

  private static Bytes packed(ValueType type, String json) {
    return ValueCodec.pack(type, FeatureValue.json(json));
  }

  @Property
  void what_is_packed_is_read(
      @ForAll byte[] bytes, @ForAll long number, @ForAll double fraction, @ForAll boolean truth) {
    FeatureValue raw = FeatureValue.bytes(bytes);
    assertThat(ValueCodec.pack(ValueType.BYTES, raw).toArray()).isEqualTo(bytes);
    assertThat(thereAndBack(ValueType.BYTES, raw)).isEqualTo(raw);
    assertThat(thereAndBack(ValueType.INTEGER, FeatureValue.integer(number)).integer())
        .isEqualTo(number);
    assertThat(thereAndBack(ValueType.BOOLEAN, FeatureValue.truth(truth)).truth()).isEqualTo(truth);
    assertThat(thereAndBack(ValueType.DOUBLE, FeatureValue.real(fraction)).real())
        .isEqualTo(fraction == 0 ? 0.0 : fraction);
    String text = Base64.getEncoder().encodeToString(bytes);
    assertThat(thereAndBack(ValueType.TEXT, FeatureValue.text(text)).text()).isEqualTo(text);
    float[] numbers = {(float) number, 1.5f, bytes.length / 8f};
    assertThat(thereAndBack(ValueType.VECTOR, FeatureValue.vector(numbers)).vector())
        .isEqualTo(numbers);
  }

  @Property
  void what_is_written_as_json_is_read_as_the_same_value(
      @ForAll long number, @ForAll double fraction, @ForAll boolean truth) {
    for (FeatureValue value :
        new FeatureValue[] {
          FeatureValue.integer(number),
          FeatureValue.real(fraction),
          FeatureValue.truth(truth),
          FeatureValue.vector((float) number, 1.5f),
          FeatureValue.text("\"\\\n\u00fc" + number),
          FeatureValue.bytes(new byte[] {(byte) number}),
        }) {
      assertThat(FeatureValue.json(value.json())).isEqualTo(value);
    }
  }

  @Test
  void equal_values_have_equal_bytes() {
    assertThat(ValueCodec.pack(ValueType.DOUBLE, FeatureValue.real(-0.0)))
        .isEqualTo(ValueCodec.pack(ValueType.DOUBLE, FeatureValue.real(0.0)));
    assertThat(ValueCodec.pack(ValueType.VECTOR, FeatureValue.vector(-0.0f)))
        .isEqualTo(ValueCodec.pack(ValueType.VECTOR, FeatureValue.vector(0.0f)));
    assertThat(json(" {\"b\" : 1.50, \"a\":[1.0, 1e2 , null]}").json())
        .isEqualTo("{\"a\":[1,100,null],\"b\":1.5}");
    assertThat(json("1e400000000").json()).isEqualTo("1E+400000000");
    assertThat(json("\"\\u00fc\\n\"").json()).isEqualTo("\"ü\\n\"");
    assertThat(json("-0.0").json()).isEqualTo("0");
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
            assertThatExceptionOfType(WireException.class)
                .as("%s as %s", json, type)
                .isThrownBy(() -> packed(type, json))
                .withMessageContaining("(expected: "));
    assertThatThrownBy(() -> packed(ValueType.INTEGER, "9223372036854775808"))
        .hasMessage("value: 9223372036854775808 (expected: a whole number of 64 bits)");
    assertThatThrownBy(() -> packed(ValueType.DOUBLE, "1e999"))
        .hasMessage("value: a number that is too large (expected: a finite number)");
    for (String json : new String[] {"[]", "[[1]]", "[null]", "{\"1\":1}"}) {
      assertThatThrownBy(() -> packed(ValueType.VECTOR, json)).isInstanceOf(WireException.class);
    }
    for (String json : new String[] {"{\"a\":1,\"a\":2}", "1 2", "", "\"\\ud800\"", "[", "nul"}) {
      assertThatThrownBy(() -> packed(ValueType.JSON, json)).isInstanceOf(WireException.class);
    }
    assertThatThrownBy(() -> FeatureValue.text("\uD800")).isInstanceOf(WireException.class);
    assertThatThrownBy(() -> FeatureValue.integer(1).text())
        .hasMessage("value: 1 (expected: a text)");
  }

  @Test
  void a_value_of_64_kib_is_held_and_no_larger_one() {
    assertThat(ValueCodec.pack(ValueType.TEXT, FeatureValue.text("x".repeat(65_536))).length())
        .isEqualTo(65_536);
    assertThatThrownBy(() -> ValueCodec.pack(ValueType.TEXT, FeatureValue.text("x".repeat(65_537))))
        .hasMessage("value: 65537 bytes (expected: at most 65536)");
    assertThat(thereAndBack(ValueType.VECTOR, FeatureValue.vector(new float[16_384])).vector())
        .hasSize(16_384);
    assertThatThrownBy(
            () -> ValueCodec.pack(ValueType.VECTOR, FeatureValue.vector(new float[16_385])))
        .isInstanceOf(WireException.class);
  }
}
