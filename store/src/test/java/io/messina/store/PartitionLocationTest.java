package io.messina.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionLocationTest {

  private static final Home A0 = Home.core("a", 0);
  private static final Home B3 = Home.core("b", 3);
  private static final Home C3 = Home.core("c", 3);

  @Test
  void the_order_of_further_replicas_makes_no_difference_but_the_first_one_does() {
    PartitionLocation location = new PartitionLocation(List.of(A0, C3, B3));

    assertThat(location).isEqualTo(new PartitionLocation(List.of(A0, B3, C3)));
    assertThat(location).isNotEqualTo(new PartitionLocation(List.of(B3, A0, C3)));
    assertThat(location.home()).isEqualTo(A0);
    assertThat(location).hasToString("a/0, b/3, c/3");
  }

  @Test
  void homes_are_ordered_by_node_and_core() {
    assertThat(List.of(C3, Home.core("a", 10), Home.core("a", 9), Home.node("a")).stream().sorted())
        .containsExactly(Home.node("a"), Home.core("a", 9), Home.core("a", 10), C3);
  }

  @Test
  void what_is_no_place_is_refused() {
    assertThatThrownBy(() -> Home.core("a", -1))
        .hasMessage("home: a/-1 (expected: a node's name, a core from 0)");
    assertThatThrownBy(() -> Home.node("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PartitionLocation(List.of()))
        .hasMessage("replicas: none (expected: at least one)");
  }
}
