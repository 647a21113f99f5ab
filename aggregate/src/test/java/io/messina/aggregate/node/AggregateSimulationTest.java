package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Aggregates on machines, a store and a place for snapshots to which everything happens that can.
 */
final class AggregateSimulationTest {

  private static final int SEEDS = 50;

  /** After so many all has happened that may. */
  private static final int SEEDS_TO_SEE_ALL = 10;

  private static final int SEEDS_REKEYED = 3;
  private static final long SEEDS_PLANTED = 150;
  private static final long SEED_WITH_SNAPSHOTS = 5;

  @Test
  void an_answer_is_a_recount_of_what_was_acknowledged_whatever_happens() {
    AggregateWorld.Tally all = new AggregateWorld.Tally();
    int[] histories = new int[1];
    Seeds.forEach(
        SEEDS,
        seed -> {
          AggregateWorld.Outcome outcome = AggregateWorld.run(seed);
          all.add(outcome.tally());
          histories[0]++;
          assertThat(outcome.wrong()).isEmpty();
        });
    if (histories[0] >= SEEDS_TO_SEE_ALL) {
      assertThat(all.published).as("snapshots").isPositive();
      assertThat(all.restored).as("restored states").isPositive();
      assertThat(all.readAgain).as("events read again").isPositive();
      assertThat(all.incomplete).as("incomplete rows").isPositive();
      assertThat(all.ofSeveral).as("answers of several servers").isTrue();
    }
  }

  @Test
  void an_answer_is_the_same_where_all_is_counted_on_other_shards() {
    Seeds.forEach(
        SEEDS_REKEYED, seed -> assertThat(AggregateWorld.runRekeyed(seed).wrong()).isEmpty());
  }

  @FullBuild("The histories themselves.")
  @Test
  void a_history_depends_on_its_seed_alone() {
    AggregateWorld.Outcome once = AggregateWorld.run(SEED_WITH_SNAPSHOTS);
    assertThat(once.tally().published).isPositive();
    assertThat(AggregateWorld.run(SEED_WITH_SNAPSHOTS)).hasToString(once.toString());
  }

  @FullBuild("The histories themselves.")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_its_check(PlantedBug bug) {
    MistakenClasses classes = new MistakenClasses(bug.mistake, "io.messina.aggregate.");
    LongStream seeds = LongStream.range(bug.firstSeed, bug.firstSeed + SEEDS_PLANTED);
    assertThat(
            classes.isFound(
                AggregateWorld.class, "wrong", seeds, words -> words.contains(bug.shownBy)))
        .isTrue();
  }
}
