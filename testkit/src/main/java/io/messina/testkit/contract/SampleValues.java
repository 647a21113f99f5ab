package io.messina.testkit.contract;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random values of all types, with a preference for values that are hard to encode or to order. */
final class SampleValues {

  private static final int LENGTH_MAX = 6;

  /**
   * The bounds of the lengths of UTF-8, and those around surrogates, which UTF-16 orders wrongly.
   */
  private static final Arbitrary<Integer> HARD_CODE_POINTS =
      Arbitraries.of(
          0, 1, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF);

  private static final Arbitrary<Integer> CODE_POINTS =
      Arbitraries.frequencyOf(
          Tuple.of(2, Arbitraries.integers().between('a', 'c')),
          Tuple.of(2, HARD_CODE_POINTS),
          Tuple.of(
              1,
              Arbitraries.integers()
                  .between(0, Character.MAX_CODE_POINT)
                  .filter(point -> point < 0xD800 || point > 0xDFFF)));

  private static final Arbitrary<Byte> BYTES =
      Arbitraries.oneOf(
          Arbitraries.of((byte) 0, (byte) 1, (byte) 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF),
          Arbitraries.bytes());

  private static final Arbitrary<Long> LONGS =
      Arbitraries.oneOf(
          Arbitraries.of(Long.MIN_VALUE, -256L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE),
          Arbitraries.longs());

  private static final Arbitrary<Double> DOUBLES =
      Arbitraries.oneOf(
          Arbitraries.of(
              Double.NaN,
              Double.NEGATIVE_INFINITY,
              Double.POSITIVE_INFINITY,
              -0.0,
              0.0,
              Double.MIN_VALUE,
              Double.MAX_VALUE),
          LONGS.map(Double::longBitsToDouble));

  private SampleValues() {}

  static Arbitrary<String> texts() {
    return CODE_POINTS
        .list()
        .ofMaxSize(LENGTH_MAX)
        .map(points -> points.stream().map(Character::toString).reduce("", String::concat));
  }

  /** A value of a type. */
  static Arbitrary<Object> of(ColumnType type) {
    return switch (type) {
      case TEXT -> texts().asGeneric();
      case BYTES -> BYTES.array(byte[].class).ofMaxSize(LENGTH_MAX).map(Bytes::wrap).asGeneric();
      case INT -> LONGS.map(Long::intValue).asGeneric();
      case LONG -> LONGS.asGeneric();
      case BOOLEAN -> Arbitraries.of(true, false).asGeneric();
      case INSTANT -> LONGS.map(Instant::ofEpochMilli).asGeneric();
      case UUID -> Combinators.combine(LONGS, LONGS).as(UUID::new).asGeneric();
      case DOUBLE -> DOUBLES.asGeneric();
      case TEXT_MAP -> Arbitraries.maps(texts(), texts()).ofMaxSize(3).map(Map::copyOf).asGeneric();
    };
  }

  /** A value for each of some columns. */
  static Arbitrary<List<Object>> of(List<Column<?>> columns) {
    List<Arbitrary<Object>> values = new ArrayList<>();
    columns.forEach(column -> values.add(of(column.type())));
    return Combinators.combine(values).as(list -> List.copyOf(list));
  }
}
