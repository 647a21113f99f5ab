package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Seeded histories of subtasks in Flink's harness. */
class OperatorHistoriesTest {

  private static final int TRIES = 300;

  /** In so many histories, everything that they are for happens. */
  private static final int ENOUGH = 20;

  @Test
  void each_event_is_in_its_state_once_or_a_dead_letter_whatever_fails() {
    OperatorHistory.Seen all = new OperatorHistory.Seen();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        100,
        seed -> {
          OperatorHistory history = new OperatorHistory(seed);
          assertThat(history.run()).isEmpty();
          all.add(history.seen);
          histories.incrementAndGet();
        });
    if (histories.get() >= ENOUGH) {
      checkSeen(all);
    }
  }

  private static void checkSeen(OperatorHistory.Seen all) {
    assertThat(all.crashes).isGreaterThan(20);
    assertThat(all.rescaled).isPositive();
    assertThat(all.older).isPositive();
    assertThat(all.aborted).isPositive();
    assertThat(all.savepoints).isGreaterThan(20);
    assertThat(all.fromSavepoints).isPositive();
    assertThat(all.letters).isGreaterThan(50);
    assertThat(all.unanswered).isPositive();
    assertThat(all.overflowed).isPositive();
  }

  @FullBuild("the histories of an operator without mistakes")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_the_check_that_names_it(OperatorHistoryBug bug) {
    MistakenClasses mistaken = new MistakenClasses(bug.mistake, "io.messina.flink.enrichment.");
    assertThat(LongStream.rangeClosed(1, TRIES).anyMatch(seed -> isShown(bug, mistaken, seed)))
        .as("a history shows that something is: %s", bug.shownBy)
        .isTrue();
  }

  private static boolean isShown(OperatorHistoryBug bug, MistakenClasses mistaken, long seed) {
    return mistaken.wrong(OperatorHistoriesTest.class, "wrong", seed).stream()
        .anyMatch(wrong -> wrong.startsWith(bug.shownBy));
  }

  /** What is wrong after a history. */
  static List<String> wrong(long seed) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(OperatorHistoriesTest.class.getClassLoader());
    try {
      return new OperatorHistory(seed).run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
