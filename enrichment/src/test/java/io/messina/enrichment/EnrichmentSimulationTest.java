package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Enrichments on servers and a store to which everything happens that can. */
final class EnrichmentSimulationTest {

  private static final int SEEDS = 30;
  private static final long SEEDS_PLANTED = 400;

  @Test
  void every_state_is_the_fold_of_its_events_whatever_happens() {
    AtomicInteger histories = new AtomicInteger();
    AtomicInteger replayed = new AtomicInteger();
    AtomicInteger letters = new AtomicInteger();
    AtomicInteger full = new AtomicInteger();
    Set<EnrichmentWorld.Kind> kinds = ConcurrentHashMap.newKeySet();
    Seeds.forEach(
        SEEDS,
        seed -> {
          EnrichmentWorld.Outcome outcome = EnrichmentWorld.run(seed);
          assertThat(outcome.wrong()).isEmpty();
          histories.incrementAndGet();
          replayed.addAndGet(outcome.replayed());
          letters.addAndGet(outcome.letters());
          full.addAndGet(outcome.full());
          kinds.add(outcome.kind());
        });
    if (histories.get() >= SEEDS) {
      assertThat(replayed).as("events read again").hasPositiveValue();
      assertThat(letters).as("dead letters").hasPositiveValue();
      assertThat(full).as("dead letters of full keys").hasPositiveValue();
      assertThat(kinds)
          .anyMatch(EnrichmentWorld.Kind::ownTable)
          .anyMatch(EnrichmentWorld.Kind::perRound)
          .anyMatch(EnrichmentWorld.Kind::stops);
    }
  }

  @Test
  void a_letter_that_a_former_owner_stores_late_counts_for_nobody() {
    assertThat(LateLetters.wrong(1)).isEmpty();
  }

  @FullBuild("The histories themselves.")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_its_check(PlantedBug bug) {
    MistakenClasses classes =
        new MistakenClasses(bug.mistake, "io.messina.enrichment.", "io.messina.stream.follow.Job");
    LongStream seeds = LongStream.rangeClosed(1, SEEDS_PLANTED);
    assertThat(classes.isFound(bug.history, "wrong", seeds, words -> words.contains(bug.shownBy)))
        .isTrue();
  }
}
