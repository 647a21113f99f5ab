package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.log.PlantedStore.Plant;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class LaneHistoriesTest {

  private static final int SEEDS_PLANTED = 1_000;

  @Test
  void what_is_acknowledged_or_shown_stays_whatever_becomes_of_owners_and_writes() {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger behindCuts = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          LaneWorld.Outcome outcome = LaneWorld.run(Plant.NOTHING, seed);
          assertThat(outcome.wrong()).isEmpty();
          acknowledged.addAndGet(outcome.acknowledged());
          behindCuts.addAndGet(outcome.behindCuts());
          histories.incrementAndGet();
        });
    // Else the histories would prove nothing.
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 20);
    assertThat(behindCuts.get() * 100).isGreaterThanOrEqualTo(histories.get());
  }

  @FullBuild("Shows that histories without a bug are sharp, which a plain build runs.")
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOTHING")
  void a_planted_bug_is_found(Plant plant) {
    long seed = 1;
    while (seed <= SEEDS_PLANTED && LaneWorld.run(plant, seed).wrong().isEmpty()) {
      seed++;
    }
    assertThat(seed).isLessThanOrEqualTo(SEEDS_PLANTED);
  }
}
