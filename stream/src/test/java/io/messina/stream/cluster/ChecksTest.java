package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is checked of a cluster, tried on a model of one. */
final class ChecksTest {

  private static final long SEEDS = 200;

  @Test
  void nothing_is_found_where_nothing_is_wrong() {
    int acknowledged = 0;
    int granted = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      ClusterWorld.Outcome outcome =
          ClusterWorld.run(seed, Wiring.MEMBERS, ModelCluster.perfect(), PlantedBug.NOTHING);
      assertThat(outcome.wrong()).as("seed %s", seed).isEmpty();
      acknowledged += outcome.acknowledged();
      granted += outcome.granted();
    }
    assertThat(acknowledged).isGreaterThan((int) SEEDS * 20);
    assertThat(granted).isGreaterThan((int) SEEDS * 40);
  }

  @Test
  void a_seed_is_one_history() {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(ClusterWorld.run(seed, Wiring.MEMBERS, ModelCluster.perfect(), PlantedBug.NOTHING))
          .isEqualTo(
              ClusterWorld.run(seed, Wiring.MEMBERS, ModelCluster.perfect(), PlantedBug.NOTHING));
    }
  }

  @ParameterizedTest
  @EnumSource
  void each_flaw_is_found(ModelCluster.Flaw flaw) {
    long seed = 1;
    while (seed <= SEEDS && !isFound(flaw, seed)) {
      seed++;
    }
    assertThat(seed).as("seeds tried for " + flaw).isLessThanOrEqualTo(SEEDS);
  }

  private static boolean isFound(ModelCluster.Flaw flaw, long seed) {
    return ClusterWorld.run(seed, Wiring.MEMBERS, ModelCluster.with(flaw), PlantedBug.NOTHING)
        .wrong()
        .stream()
        .anyMatch(complaint -> complaint.contains(flaw.shownBy));
  }
}
