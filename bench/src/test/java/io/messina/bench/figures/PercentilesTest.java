package io.messina.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PercentilesTest {

  @Test
  void the_median_of_two_rounds_is_neither_the_better_nor_the_worse_one() {
    assertThat(Percentiles.of(List.of(1.5, 1.0)).median()).isEqualTo(1.25);
    assertThat(Percentiles.of(List.of(4.0, 1.0, 2.0, 3.0)).median()).isEqualTo(2.5);
  }

  @Test
  void the_median_of_an_odd_number_of_rounds_is_one_of_them() {
    assertThat(Percentiles.of(List.of(3.0, 1.0, 2.0)).median()).isEqualTo(2);
    assertThat(Percentiles.of(new double[] {7, 9}, 1).median()).isEqualTo(7);
  }

  @Test
  void percentiles_are_values_that_were_measured() {
    Percentiles three = Percentiles.of(List.of(3.0, 1.0, 2.0));
    assertThat(List.of(three.at(0), three.at(50), three.at(100))).containsExactly(1.0, 2.0, 3.0);
  }
}
