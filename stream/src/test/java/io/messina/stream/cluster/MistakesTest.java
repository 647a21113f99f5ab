package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.mistake.MistakenClasses;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mistakes inside of Messina are found, each by the check that is for it. */
@FullBuild("the simulation of clusters without mistakes is in each build")
final class MistakesTest {

  private static final long SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void a_mistake_is_found_by_its_check(PlantedMistake planted) {
    MistakenClasses messina =
        new MistakenClasses(planted.mistake, "io.messina.stream.", "io.messina.runtime.");
    long seed = 1;
    while (seed <= SEEDS && !isFound(planted, messina, seed)) {
      seed++;
    }
    assertThat(seed).as("seeds tried for " + planted).isLessThanOrEqualTo(SEEDS);
  }

  private static boolean isFound(PlantedMistake planted, MistakenClasses messina, long seed) {
    return messina.wrong(MistakesTest.class, "history", seed).stream()
        .anyMatch(words -> words.contains(planted.shownBy));
  }

  /** Called in the other Messina. */
  static List<String> history(long seed) {
    return ClusterWorld.run(seed, Wiring.of(seed), PlantedBug.NOTHING).wrong();
  }
}
