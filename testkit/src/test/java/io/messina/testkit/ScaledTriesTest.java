package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.Test;

final class ScaledTriesTest {

  private static final String TRIES = "messina.test.tries";
  private static final int FORMER = Integer.getInteger(TRIES, 1_000);

  private int tries;

  @BeforeContainer
  static void ask_for_three_times_as_many() {
    System.setProperty(TRIES, "3000");
  }

  @AfterContainer
  static void ask_for_as_many_as_before() {
    System.setProperty(TRIES, Integer.toString(FORMER));
  }

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
    assertThat(tries).isEqualTo(60);
  }
}
