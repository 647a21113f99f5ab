package io.messina.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import io.messina.testkit.simulation.Simulation;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnrichmentSimulationTest {

  private static final int TRIES = 300;

  /** A write of a former owner is under way while an event comes that another one has applied. */
  private static final long LATE_WRITE = 20261124002875L;

  @Test
  void every_event_is_applied_once_in_order_or_set_aside_and_no_key_stays_busy() {
    Seeds.forEach(100, seed -> assertThat(wrong(seed)).isEmpty());
  }

  @Test
  void a_write_that_is_older_than_the_row_that_was_read_takes_no_event_away() {
    assertThat(wrong(LATE_WRITE)).isEmpty();
  }

  @Test
  void what_the_histories_are_for_happens() {
    EnrichmentCounts seen = new EnrichmentCounts();
    int zombies = 0;
    int redriven = 0;
    for (long seed = 1; seed <= 30; seed++) {
      try (Simulation simulation = new Simulation(seed)) {
        EnrichmentWorld world = new EnrichmentWorld(simulation);
        world.run();
        zombies += world.zombies;
        redriven += world.redriven.size();
        seen.replayed += world.seen.replayed;
        seen.conflicts += world.seen.conflicts;
        seen.timeouts += world.seen.timeouts;
        seen.lateAnswers += world.seen.lateAnswers;
        seen.cacheHits += world.seen.cacheHits;
        seen.applied += world.seen.applied;
        seen.rounds += world.seen.rounds;
      }
    }
    assertThat(zombies).isPositive();
    assertThat(redriven).isPositive();
    assertThat(seen.replayed).isPositive();
    assertThat(seen.conflicts).isPositive();
    assertThat(seen.timeouts).isPositive();
    assertThat(seen.lateAnswers).isPositive();
    assertThat(seen.cacheHits).isPositive();
    assertThat(seen.applied).isGreaterThan(seen.rounds);
  }

  @FullBuild("the simulation without them is in each build")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_the_check_that_names_it(PlantedBug bug) {
    MistakenClasses mistaken = new MistakenClasses(bug.mistake, "io.messina.enrich.");
    LongStream seeds =
        LongStream.concat(LongStream.of(LATE_WRITE), LongStream.rangeClosed(1, TRIES));
    assertThat(seeds.anyMatch(seed -> isShown(bug, mistaken, seed)))
        .as("a history shows that something is: %s", bug.shownBy)
        .isTrue();
  }

  private static boolean isShown(PlantedBug bug, MistakenClasses mistaken, long seed) {
    return mistaken.wrong(EnrichmentSimulationTest.class, "wrong", seed).stream()
        .anyMatch(wrong -> wrong.startsWith(bug.shownBy));
  }

  @Test
  void a_history_is_decided_by_its_seed() {
    assertThat(hash(3)).isEqualTo(hash(3)).isNotEqualTo(hash(4));
  }

  private static long hash(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      new EnrichmentWorld(simulation).run();
      return simulation.history().hash();
    }
  }

  /** What is wrong after a history. */
  static List<String> wrong(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      return new EnrichmentWorld(simulation).run();
    }
  }
}
