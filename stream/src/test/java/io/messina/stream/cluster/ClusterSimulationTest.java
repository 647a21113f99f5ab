package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Whole clusters, with everything that can happen to them, in each way in which processes share a
 * store. More seeds: {@code mvn verify -pl store,testkit,stream,stream/src/test
 * -Dtest=ClusterSimulationTest -Dmessina.test.seeds=100000}; one of them, with its history: {@code
 * -Dmessina.test.seed=17 -Dmessina.test.trace=2000}.
 */
final class ClusterSimulationTest {

  private static final int SEEDS = 220;
  private static final long SEEDS_PLANTED = 200;
  private static final int SEEDS_COVERED = 25;

  /** So many seeds show everything that can happen. */
  private static final int SEEDS_TELLING = 150;

  @Test
  void a_cluster_keeps_what_it_promises_whatever_happens_to_it() {
    Map<Wiring, Tally> seen = new EnumMap<>(Wiring.class);
    Tally seenAnywhere = new Tally();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        SEEDS,
        seed -> {
          Wiring wiring = Wiring.of(seed);
          ClusterWorld.Outcome outcome = ClusterWorld.run(seed, wiring, PlantedBug.NOTHING);
          assertThat(outcome.wrong()).as(wiring.name()).isEmpty();
          seen.computeIfAbsent(wiring, any -> new Tally()).add(outcome.seen());
          seenAnywhere.add(outcome.seen());
          histories.incrementAndGet();
        });
    if (histories.get() >= SEEDS_TELLING) {
      assertThat(seenAnywhere.missing()).isSubsetOf(Tally.Sight.ROW_BEHIND_A_CUT);
      seen.forEach(
          (wiring, tally) ->
              assertThat(tally.missing()).as(wiring.name()).isSubsetOf(wiring.mayMiss()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_seed_is_one_history(Wiring wiring) {
    assertThat(ClusterWorld.run(1, wiring, PlantedBug.NOTHING))
        .isEqualTo(ClusterWorld.run(1, wiring, PlantedBug.NOTHING));
  }

  @FullBuild("the simulation without them is in each build")
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {
        "NOTHING",
        "FORGETS_UNANSWERED_FENCED_WRITES",
        "CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN"
      })
  void a_planted_bug_is_found_by_its_check(PlantedBug bug) {
    assertThat(LongStream.rangeClosed(1, SEEDS_PLANTED).anyMatch(seed -> isFound(bug, seed)))
        .isTrue();
  }

  private static boolean isFound(PlantedBug bug, long seed) {
    return run(seed, bug).wrong().stream().anyMatch(words -> words.contains(bug.shownBy));
  }

  /**
   * The same write is sent again whatever is believed of the first; and whoever does not see its
   * own beat in the table gives its place up. It may only take longer until all have their shards.
   */
  @FullBuild("the simulation without them is in each build")
  @ParameterizedTest
  @EnumSource(names = {"FORGETS_UNANSWERED_FENCED_WRITES", "CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN"})
  void a_bug_that_a_second_rule_covers_does_no_harm(PlantedBug bug) {
    Seeds.forEach(
        SEEDS_COVERED,
        seed ->
            assertThat(run(seed, bug).wrong())
                .filteredOn(wrong -> !wrong.startsWith(ClusterWorld.LATE))
                .isEmpty());
  }

  private static ClusterWorld.Outcome run(long seed, PlantedBug bug) {
    return ClusterWorld.run(seed, Wiring.MEMBERS, bug);
  }
}
