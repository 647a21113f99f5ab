package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mistakes inside of Messina are found, each by the check that is for it. */
final class MistakesTest {

  private static final long SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void a_mistake_is_found_by_its_check(Mistake mistake) {
    MistakenHistories histories = new MistakenHistories(mistake);
    long seed = 1;
    while (seed <= SEEDS && !isFound(mistake, histories, seed)) {
      seed++;
    }
    assertThat(seed).as("seeds tried for " + mistake).isLessThanOrEqualTo(SEEDS);
  }

  private static boolean isFound(Mistake mistake, MistakenHistories histories, long seed) {
    return histories.wrong(seed).stream().anyMatch(words -> words.contains(mistake.shownBy));
  }
}
