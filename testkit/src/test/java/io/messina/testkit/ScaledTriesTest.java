package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.Test;

final class ScaledTriesTest {

  private int tries;

  @Test
  void a_number_that_is_named_is_one_for_a_thousand_tries() {
    assertThat(ScaledTries.scaled(25, 1_000)).isEqualTo(25);
    assertThat(ScaledTries.scaled(25, 50_000)).isEqualTo(1_250);
    assertThat(ScaledTries.scaled(4, 100)).isEqualTo(1);
  }

  @BeforeProperty
  void count_from_zero() {
    tries = 0;
  }

  @Property(tries = 20)
  void a_property_is_tried_so_often(@ForAll @SuppressWarnings("unused") int any) {
    tries++;
  }

  @AfterProperty
  void compare() {
    assertThat(tries)
        .isEqualTo(ScaledTries.scaled(20, Integer.getInteger("messina.test.tries", 1_000)));
  }
}
