package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SeedsTest {

  @Test
  void seeds_are_the_same_in_every_build() {
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();

    Seeds.forEach(first::add);
    Seeds.forEach(second::add);

    assertThat(first).isEqualTo(second).isNotEmpty();
  }

  @Test
  void a_test_of_fewer_seeds_has_its_share_of_a_longer_run() {
    assertThat(Seeds.count(60, 200)).isEqualTo(60);
    assertThat(Seeds.count(60, 10_000)).isEqualTo(3_000);
    assertThat(Seeds.count(60, 1)).isEqualTo(1);
  }

  @Test
  void a_failure_tells_its_seed_and_how_to_run_it_again() {
    List<Long> run = new ArrayList<>();

    assertThatThrownBy(
            () ->
                Seeds.forEach(
                    seed -> {
                      run.add(seed);
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dmessina.test.seed=" + run.getFirst())
        .hasRootCauseMessage("broken");
    assertThat(run).hasSize(1);
  }
}
