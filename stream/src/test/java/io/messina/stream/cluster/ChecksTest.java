package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.Seeds;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is checked of a cluster, tried on a model of one. */
final class ChecksTest {

  private static final long SEEDS = 200;

  @Test
  void nothing_is_found_where_nothing_is_wrong() {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger granted = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        60,
        seed -> {
          ClusterWorld.Outcome outcome =
              ClusterWorld.run(seed, Wiring.MEMBERS, ModelCluster.perfect(), PlantedBug.NOTHING);
          assertThat(outcome.wrong()).isEmpty();
          acknowledged.addAndGet(outcome.acknowledged());
          granted.addAndGet(outcome.granted());
          histories.incrementAndGet();
        });
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 20);
    assertThat(granted.get()).isGreaterThan(histories.get() * 40);
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
