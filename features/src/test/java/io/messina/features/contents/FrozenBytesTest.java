package io.messina.features.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueType;
import io.messina.features.ValueCodec;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bytes that other versions wrote, and places that callers have of them. */
class FrozenBytesTest {

  private static Bytes bytes(String hex) {
    return Bytes.wrap(HexFormat.of().parseHex(hex));
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toArray());
  }

  @Test
  void a_value_with_its_time_stays_as_it_is() {
    PackedValue value =
        new PackedValue(
            Instant.parse("2026-03-01T10:00:00.000000001Z"),
            1_800_000_000_000_000L,
            Optional.of(Bytes.utf8("v")));
    String hex = "1898af4d526540010006651728988000010076";
    assertThat(hex(value.pack())).isEqualTo(hex);
    assertThat(PackedValue.read(bytes(hex))).isEqualTo(value);
    String newer = hex.substring(0, 32) + "02" + hex.substring(34);
    assertThatThrownBy(() -> PackedValue.read(bytes(newer)))
        .hasMessage("value: version 2 (expected: 1)");
  }

  @Test
  void values_of_each_type_stay_as_they_are() {
    Map<ValueType, String> frozen =
        Map.of(
            ValueType.BYTES, "00ff",
            ValueType.TEXT, "c3a9",
            ValueType.INTEGER, "fffffffffffffffe",
            ValueType.DOUBLE, "3fb999999999999a",
            ValueType.BOOLEAN, "01",
            ValueType.VECTOR, "3fc00000c0000000",
            ValueType.JSON, "7b2261223a312c2262223a5b5d7d");
    List<FeatureValue> values =
        List.of(
            FeatureValue.bytes(new byte[] {0, -1}),
            FeatureValue.text("é"),
            FeatureValue.integer(-2),
            FeatureValue.real(0.1),
            FeatureValue.truth(true),
            FeatureValue.vector(new float[] {1.5f, -2}),
            FeatureValue.checked("{\"b\":[],\"a\":1.0}"));
    List<ValueType> types =
        List.of(
            ValueType.BYTES,
            ValueType.TEXT,
            ValueType.INTEGER,
            ValueType.DOUBLE,
            ValueType.BOOLEAN,
            ValueType.VECTOR,
            ValueType.JSON);
    for (int i = 0; i < types.size(); i++) {
      Bytes packed = ValueCodec.pack(types.get(i), values.get(i));
      assertThat(hex(packed)).as(types.get(i).toString()).isEqualTo(frozen.get(types.get(i)));
      FeatureValue read = ValueCodec.unpack(types.get(i), packed);
      assertThat(ValueCodec.pack(types.get(i), read)).isEqualTo(packed);
    }
  }

  @Test
  void places_stay_as_they_are() {
    ItemKey first = new ItemKey(2, "AQEBAQEBAQEBAQEBAQEBAQ==");
    ItemKey last = new ItemKey(1, "AgICAgICAgICAgICAgICAg==");
    ItemPlace place = ItemPlace.of(last);
    ItemPlace unique = new ItemPlace(last, Optional.of(new ItemPlace.Begun(first, 300)));
    assertThat(place.text()).isEqualTo("AAAAAAAAAAECAgICAgICAgICAgICAgIC");
    assertThat(ItemPlace.read(place.text())).contains(place);
    assertThat(unique.text())
        .isEqualTo("ASwAAAAAAAAAAgEBAQEBAQEBAQEBAQEBAQEAAAAAAAAAAQICAgICAgICAgICAgICAgI");
    assertThat(ItemPlace.read(unique.text())).contains(unique);
    assertThat(PlaceText.write("a/ö")).isEqualTo("AeDDCu5hL8O2");
    assertThat(PlaceText.read("AeDDCu5hL8O2")).contains("a/ö");
  }
}
