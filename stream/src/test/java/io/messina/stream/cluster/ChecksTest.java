package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is checked of a cluster, tried on histories in which something is not as it was. */
@FullBuild("the simulation of clusters without flaws is in each build")
final class ChecksTest {

  private static final long SEEDS = 200;

  @ParameterizedTest
  @EnumSource
  void each_flaw_is_found(Flaw flaw) {
    long seed = 1;
    while (seed <= SEEDS && !isFound(flaw, seed)) {
      seed++;
    }
    assertThat(seed).as("seeds tried for " + flaw).isLessThanOrEqualTo(SEEDS);
  }

  private static boolean isFound(Flaw flaw, long seed) {
    return ClusterWorld.run(seed, Wiring.of(seed), PlantedBug.NOTHING, flaw::plant).wrong().stream()
        .anyMatch(complaint -> complaint.contains(flaw.shownBy));
  }
}
