package io.messina.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesTest {

  @Test
  void a_copy_does_not_follow_its_array() {
    byte[] array = {1, 2};
    Bytes copy = Bytes.copyOf(array);
    array[0] = 9;
    assertThat(copy.toArray()).containsExactly(1, 2);
    copy.toArray()[0] = 9;
    assertThat(copy.at(0)).isEqualTo((byte) 1);
  }

  @Test
  void bytes_are_compared_as_unsigned_numbers() {
    assertThat(bytes(0x7F)).isLessThan(bytes(0x80));
    assertThat(bytes(0xFF)).isGreaterThan(bytes(0x00));
    assertThat(bytes(1)).isLessThan(bytes(1, 0));
    assertThat(Bytes.EMPTY).isLessThan(bytes(0));
    assertThat(bytes(1, 2)).isEqualByComparingTo(bytes(1, 2));
  }

  @Test
  void equal_bytes_are_equal() {
    assertThat(bytes(1, 2)).isEqualTo(bytes(1, 2)).hasSameHashCodeAs(bytes(1, 2));
    assertThat(bytes(1, 2)).isNotEqualTo(bytes(1, 3)).isNotEqualTo("0x0102");
    assertThat(bytes()).isSameAs(Bytes.EMPTY);
  }

  @Test
  void a_buffer_shows_them_and_cannot_change_them() {
    assertThat(bytes(1, 2).asByteBuffer().isReadOnly()).isTrue();
    assertThat(bytes(1, 2).asByteBuffer().remaining()).isEqualTo(2);
    byte[] target = new byte[4];
    bytes(1, 2).copyTo(target, 1);
    assertThat(target).containsExactly(0, 1, 2, 0);
  }

  @Test
  void they_begin_with_a_prefix_of_theirs_and_with_nothing_else() {
    assertThat(bytes(1, 2).startsWith(Bytes.EMPTY)).isTrue();
    assertThat(bytes(1, 2).startsWith(bytes(1))).isTrue();
    assertThat(bytes(1, 2).startsWith(bytes(1, 2))).isTrue();
    assertThat(bytes(1, 2).startsWith(bytes(2))).isFalse();
    assertThat(bytes(1, 2).startsWith(bytes(1, 2, 3))).isFalse();
  }

  @Test
  void many_bytes_are_shown_shortened() {
    assertThat(bytes(0xAB, 1)).hasToString("0xab01");
    assertThat(Bytes.wrap(new byte[33])).hasToString("0x" + "00".repeat(32) + "… (33 bytes)");
  }

  private static Bytes bytes(int... values) {
    byte[] array = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      array[i] = (byte) values[i];
    }
    return Bytes.wrap(array);
  }
}
