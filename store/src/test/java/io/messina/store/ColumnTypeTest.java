package io.messina.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ColumnTypeTest {

  @Test
  void sizes_are_those_of_the_values_themselves() {
    assertThat(ColumnType.TEXT.sizeBytes("aü€😀")).isEqualTo(1 + 2 + 3 + 4);
    assertThat(ColumnType.BYTES.sizeBytes(Bytes.utf8("abc"))).isEqualTo(3);
    assertThat(ColumnType.INT.sizeBytes(7)).isEqualTo(4);
    assertThat(ColumnType.LONG.sizeBytes(7L)).isEqualTo(8);
    assertThat(ColumnType.BOOLEAN.sizeBytes(true)).isEqualTo(1);
    assertThat(ColumnType.INSTANT.sizeBytes(Instant.EPOCH)).isEqualTo(8);
    assertThat(ColumnType.UUID.sizeBytes(new UUID(1, 2))).isEqualTo(16);
    assertThat(ColumnType.DOUBLE.sizeBytes(0.5)).isEqualTo(8);
    assertThat(ColumnType.TEXT_MAP.sizeBytes(Map.of())).isZero();
    assertThat(ColumnType.TEXT_MAP.sizeBytes(Map.of("a", "bc", "ü", ""))).isEqualTo(11 + 10);
  }

  @Test
  void numbers_and_moments_are_ordered_as_signed() {
    assertOrdered(ColumnType.INT, Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE);
    assertOrdered(ColumnType.LONG, Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
    assertOrdered(
        ColumnType.INSTANT,
        Instant.ofEpochMilli(Long.MIN_VALUE),
        Instant.EPOCH.minusMillis(1),
        Instant.EPOCH,
        Instant.ofEpochMilli(Long.MAX_VALUE));
    assertOrdered(ColumnType.BOOLEAN, false, true);
  }

  @Test
  void texts_are_ordered_by_code_points_and_bytes_as_unsigned() {
    assertOrdered(ColumnType.TEXT, "", "\0", "a", "a\0", "b", "\uE000", "\uFFFF", "\uD800\uDC00");
    assertOrdered(
        ColumnType.BYTES, Bytes.EMPTY, Bytes.wrap(new byte[] {1}), Bytes.wrap(new byte[] {-1}));
  }

  @Test
  void what_has_no_order_is_not_sortable() {
    List<ColumnType> unsortable = List.of(ColumnType.UUID, ColumnType.DOUBLE, ColumnType.TEXT_MAP);
    assertThat(Arrays.stream(ColumnType.values()).filter(type -> !type.isSortable()))
        .isEqualTo(unsortable);
    assertThatThrownBy(() -> ColumnType.DOUBLE.compare(1.0, 2.0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("type: DOUBLE (expected: a sortable type)");
  }

  @Test
  void what_has_several_forms_of_one_value_names_no_partition() {
    assertThat(Arrays.stream(ColumnType.values()).filter(type -> !type.isPartitionable()))
        .containsExactly(ColumnType.DOUBLE, ColumnType.TEXT_MAP);
  }

  private static void assertOrdered(ColumnType type, Object... values) {
    for (int left = 0; left < values.length; left++) {
      for (int right = 0; right < values.length; right++) {
        assertThat(Integer.signum(type.compare(values[left], values[right])))
            .isEqualTo(Integer.signum(Integer.compare(left, right)));
      }
    }
  }
}
