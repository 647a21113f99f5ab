package io.messina.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VarintsTest {

  @Property
  void what_is_written_is_read(@ForAll long value) {
    byte[] array = new byte[Varints.BYTES_MAX];
    int end = Varints.put(array, 0, value);
    assertThat(new BoundedBytes(array, 0, end).takeVarint()).isEqualTo(value);
  }

  @Property
  void the_sign_moves_to_the_lowest_bit(@ForAll long value) {
    assertThat(Varints.unzigzag(Varints.zigzag(value))).isEqualTo(value);
  }

  @Test
  void small_numbers_are_short() {
    byte[] array = new byte[Varints.BYTES_MAX];
    assertThat(Varints.put(array, 0, 127)).isEqualTo(1);
    assertThat(Varints.put(array, 0, 128)).isEqualTo(2);
    assertThat(Varints.put(array, 0, Varints.zigzag(-1))).isEqualTo(1);
    assertThat(Varints.put(array, 0, -1)).isEqualTo(Varints.BYTES_MAX);
  }

  @Test
  void a_number_without_end_is_damage() {
    byte[] array = new byte[20];
    Arrays.fill(array, (byte) 0xff);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedBytes(array, 0, 20).takeVarint());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedBytes(array, 0, 3).takeVarint());
  }
}
