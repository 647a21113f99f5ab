package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Each rule left out is noticed. */
final class PlantedBugsTest {

  private static final long SEEDS = 300;

  @Test
  void counting_a_beats_age_from_its_answer_is_caught() {
    assertCaught(seed -> !Duel.run(seed, new WrongRules.AgeFromAnswer()).isEmpty());
  }

  @Test
  void counting_by_the_monotonic_clock_alone_is_caught() {
    assertCaught(seed -> !Chaos.run(seed, new WrongRules.MonotonicOnly()).isEmpty());
  }

  @Test
  void counting_by_the_wall_clock_alone_is_caught() {
    assertCaught(seed -> !Chaos.run(seed, new WrongRules.WallOnly()).isEmpty());
  }

  @Test
  void believing_a_confirmation_that_came_too_late_is_caught() {
    assertCaught(seed -> !Chaos.run(seed, new WrongRules.LateConfirmation()).isEmpty());
  }

  @Test
  void taking_a_shard_from_a_live_owner_is_caught() {
    assertCaught(seed -> !Chaos.run(seed, new WrongRules.TakesFromTheLiving()).isEmpty());
  }

  @Test
  void relying_on_a_read_begun_before_the_lease_ran_out_is_caught() {
    assertCaught(seed -> !Duel.run(seed, new WrongRules.ReadBegunEarly()).isEmpty());
  }

  @Test
  void ignoring_that_the_own_beats_fail_is_caught() {
    assertCaught(seed -> Silence.run(seed, new WrongRules.OwnBeatsIgnored()).isPresent());
  }

  @Test
  void a_fence_without_its_writer_is_caught() {
    assertCaught(seed -> !FencedRace.run(seed, new WrongRules.WithoutWriter()).isEmpty());
    assertCaught(seed -> !Chaos.run(seed, new WrongRules.WithoutWriter()).isEmpty());
  }

  @Test
  void another_batch_after_an_unknown_outcome_is_caught() {
    assertCaught(seed -> !FencedRace.run(seed, new WrongRules.NewBatchAfterUnknown()).isEmpty());
  }

  @Test
  void clocks_whose_rates_are_further_apart_than_allowed_are_caught() {
    assertCaught(seed -> !Duel.run(seed, new Rules(), 0.9, 1.1).isEmpty());
  }

  private static void assertCaught(LongPredicate fails) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      if (fails.test(seed)) {
        return;
      }
    }
    assertThat(SEEDS).as("seeds without a trace of the bug").isZero();
  }
}
