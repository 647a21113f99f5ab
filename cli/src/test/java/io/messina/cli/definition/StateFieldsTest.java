package io.messina.cli.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateFunction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateFieldsTest {

  @Test
  void fields_are_read_in_their_order() {
    assertThat(StateFields.read(List.of("n=count", "s=sum:/a=b", "l=append_to_list:/p:10")))
        .containsExactly(
            Map.entry("n", StateField.count()),
            Map.entry("s", StateField.of(StateFunction.SUM, "/a=b")),
            Map.entry("l", StateField.list("/p", 10)));
  }

  @Test
  void a_field_that_is_named_twice_or_is_none_is_refused() {
    assertThatThrownBy(() -> StateFields.read(List.of("c=count", "c=sum:/v")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--field: c twice (expected: once)");
    assertThatThrownBy(() -> StateFields.read(List.of("count")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--field: count (expected: NAME=FUNCTION[:POINTER[:MAX]])");
  }
}
