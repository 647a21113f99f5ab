package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule left out is noticed. */
@FullBuild("the histories that catch them are in each build")
final class PlantedBugsTest {

  private static final long SEEDS = 300;

  @ParameterizedTest
  @CsvSource({
    "AGE_FROM_ANSWER, Duel, run",
    "AGE_FROM_ANSWER, Duel, leased",
    "MONOTONIC_ONLY, Chaos, run",
    "WALL_ONLY, Chaos, run",
    "LATE_CONFIRMATION, Chaos, run",
    "LATE_CONFIRMATION, Chaos, leased",
    "TAKES_FROM_THE_LIVING, Chaos, run",
    "READ_BEGUN_EARLY, Duel, run",
    "OWN_BEATS_IGNORED, Silence, run",
    "IMPATIENT, Duel, leased",
    "WITHOUT_WRITER, FencedRace, run",
    "WITHOUT_WRITER, Chaos, run",
    "WITHOUT_WRITER, Chaos, leased",
    "NEW_BATCH_AFTER_UNKNOWN, FencedRace, run"
  })
  void a_mistake_is_caught_by_histories(WrongOwnership wrong, String histories, String method)
      throws ClassNotFoundException {
    wrong.assertCaughtBy(Class.forName(getClass().getPackageName() + "." + histories), method);
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
