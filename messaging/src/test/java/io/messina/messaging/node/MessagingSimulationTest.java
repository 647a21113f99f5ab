package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages on servers, a store and providers to which everything happens that can. */
final class MessagingSimulationTest {

  private static final int SEEDS = 100;
  private static final long SEEDS_PLANTED = 200;

  @Test
  void each_message_is_sent_once_or_somebody_is_told_whatever_happens() {
    AtomicInteger histories = new AtomicInteger();
    AtomicInteger uncertain = new AtomicInteger();
    AtomicInteger repeats = new AtomicInteger();
    Seeds.forEach(
        SEEDS,
        seed -> {
          MessagingWorld.Outcome outcome = MessagingWorld.run(seed);
          assertThat(outcome.wrong()).isEmpty();
          histories.incrementAndGet();
          uncertain.addAndGet(outcome.uncertain());
          repeats.addAndGet(outcome.repeats());
        });
    if (histories.get() > 1) {
      assertThat(uncertain).as("uncertain messages").hasPositiveValue();
      assertThat(repeats).as("messages that a provider has recognised").hasPositiveValue();
    }
  }

  @FullBuild("the histories that are right")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_its_check(PlantedBug bug) {
    MistakenClasses classes =
        new MistakenClasses(bug.mistake, "io.messina.messaging.", "io.messina.stream.testkit.");
    LongStream seeds = LongStream.rangeClosed(1, SEEDS_PLANTED);
    assertThat(
            classes.isFound(
                MessagingWorld.class, "wrong", seeds, words -> words.contains(bug.shownBy)))
        .isTrue();
  }
}
