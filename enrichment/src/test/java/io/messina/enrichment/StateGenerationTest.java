package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StateGenerationTest {

  private static final int MAX = StateGeneration.MAX;

  @Test
  void it_rises_with_the_stream_then_with_the_version_then_with_the_group() {
    List<Long> rising =
        List.of(
            StateGeneration.of(1, 1, 1),
            StateGeneration.of(1, 1, 2),
            StateGeneration.of(1, 1, MAX),
            StateGeneration.of(1, 2, 1),
            StateGeneration.of(1, MAX, MAX),
            StateGeneration.of(2, 1, 1),
            StateGeneration.of(MAX, MAX, MAX));
    assertThat(rising).isSorted().doesNotHaveDuplicates();
    assertThat(rising.getFirst()).isPositive();
    assertThat(rising.getLast()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void what_does_not_fit_is_refused() {
    assertThatThrownBy(() -> StateGeneration.of(1, MAX + 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version: 2097152 (expected: from 1 to 2097151)");
    assertThatThrownBy(() -> StateGeneration.of(1, 1, 0))
        .hasMessage("generation of the group: 0 (expected: from 1 to 2097151)");
  }
}
