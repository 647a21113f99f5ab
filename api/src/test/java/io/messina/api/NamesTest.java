package io.messina.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "-a", "a b", "a/b"})
  void other_names_are_refused(String name) {
    assertThatThrownBy(() -> new StreamName(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("stream: ");
    assertThatThrownBy(() -> new GroupName(name)).hasMessageStartingWith("group: ");
  }

  @Test
  void a_position_is_read_as_it_is_written() {
    Position position = new Position(3, 17);
    assertThat(Position.parse(position.toString())).isEqualTo(position);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", ".1", "1.", "-1.0", "1.x", "99999999.1"})
  void other_positions_are_refused(String text) {
    assertThatThrownBy(() -> Position.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
