package io.messina.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizesTest {

  @Property
  void sizes_are_read_as_they_are_written(@ForAll @LongRange(max = 999_999_999) long bytes) {
    assertThat(ByteSizes.parse(ByteSizes.format(bytes))).isEqualTo(bytes);
    assertThat(ByteSizes.parse(ByteSizes.format(bytes << 20))).isEqualTo(bytes << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8", "8MB", "8mib", "-1B", "1.5GiB", "1000000000B"})
  void other_sizes_are_refused(String text) {
    assertThatThrownBy(() -> ByteSizes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + " (expected: " + ByteSizes.FORM + ")");
  }
}
