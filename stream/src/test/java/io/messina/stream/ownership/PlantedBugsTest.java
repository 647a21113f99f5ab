package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Each rule left out is noticed. */
final class PlantedBugsTest {

  private static final long SEEDS = 300;

  @Test
  void counting_a_beats_age_from_its_answer_is_caught() {
    WrongOwnership.AGE_FROM_ANSWER.assertCaughtBy(Duel.class, "run");
  }

  @Test
  void counting_by_the_monotonic_clock_alone_is_caught() {
    WrongOwnership.MONOTONIC_ONLY.assertCaughtBy(Chaos.class, "run");
  }

  @Test
  void counting_by_the_wall_clock_alone_is_caught() {
    WrongOwnership.WALL_ONLY.assertCaughtBy(Chaos.class, "run");
  }

  @Test
  void believing_a_confirmation_that_came_too_late_is_caught() {
    WrongOwnership.LATE_CONFIRMATION.assertCaughtBy(Chaos.class, "run");
  }

  @Test
  void taking_a_shard_from_a_live_owner_is_caught() {
    WrongOwnership.TAKES_FROM_THE_LIVING.assertCaughtBy(Chaos.class, "run");
  }

  @Test
  void relying_on_a_read_begun_before_the_lease_ran_out_is_caught() {
    WrongOwnership.READ_BEGUN_EARLY.assertCaughtBy(Duel.class, "run");
  }

  @Test
  void ignoring_that_the_own_beats_fail_is_caught() {
    WrongOwnership.OWN_BEATS_IGNORED.assertCaughtBy(Silence.class, "run");
  }

  @Test
  void a_fence_without_its_writer_is_caught() {
    WrongOwnership.WITHOUT_WRITER.assertCaughtBy(FencedRace.class, "run");
    WrongOwnership.WITHOUT_WRITER.assertCaughtBy(Chaos.class, "run");
  }

  @Test
  void another_batch_after_an_unknown_outcome_is_caught() {
    WrongOwnership.NEW_BATCH_AFTER_UNKNOWN.assertCaughtBy(FencedRace.class, "run");
  }

  @Test
  void clocks_whose_rates_are_further_apart_than_allowed_are_caught() {
    long seed = 1;
    while (seed <= SEEDS && Duel.run(seed, 0.9, 1.1).isEmpty()) {
      seed++;
    }
    assertThat(seed).as("seeds tried").isLessThanOrEqualTo(SEEDS);
  }
}
