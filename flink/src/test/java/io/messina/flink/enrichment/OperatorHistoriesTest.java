package io.messina.flink.enrichment;

import static io.messina.testkit.mistake.Mistake.calls;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.reads;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import java.lang.classfile.CodeBuilder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
    LongStream seeds = LongStream.rangeClosed(1, TRIES);
    assertThat(mistaken.isFound(getClass(), "wrong", seeds, words -> words.startsWith(bug.shownBy)))
        .as("a history shows that something is: %s", bug.shownBy)
        .isTrue();
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

  /** An operator with one mistake each, and the check of {@link OperatorHistory} that notices. */
  enum OperatorHistoryBug {
    LETTERS_ARE_DURABLE_AT_ONCE(
        "lost", read(KeyedEnrichmentOperator.class, "deadLetter", "checkpoints", 0)),
    A_GROUP_OF_KEYS_KEEPS_NO_EVENTS(
        "lost", call(UnfinishedEvents.class, "write", "size", code -> code.pop().iconst_0())),
    LETTERS_ARE_KEPT_AS_UNFINISHED(
        "put out twice", read(UnfinishedEvents.class, "keep", "setAside", 0)),
    EVENTS_THAT_WERE_NOT_TAKEN_ARE_NOT_KEPT(
        "lost",
        call(
            KeyedEnrichmentOperator.class,
            "snapshotState",
            "addAll",
            code -> code.pop2().iconst_1())),
    AN_ABORTED_CHECKPOINT_COUNTS(
        "lost",
        instead(
            KeyedEnrichmentOperator.class.getName(),
            "notifyCheckpointAborted",
            code ->
                code.aload(0)
                    .lload(1)
                    .invokevirtual(
                        desc(KeyedEnrichmentOperator.class),
                        "notifyCheckpointComplete",
                        type(void.class, long.class))
                    .return_())),
    LETTERS_OF_AN_ABORTED_CHECKPOINT_ARE_FORGOTTEN(
        "still unfinished",
        call(UnsettledLetters.class, "aborted", "addAll", code -> code.pop2().iconst_1())),
    THE_OVERFLOW_IS_NOT_GONE_ON_WITH(
        "still unfinished", instead(Overflow.class.getName(), "restore", CodeBuilder::return_)),
    WHAT_THE_OVERFLOW_GAVE_BACK_IS_NOT_CLEARED(
        "kept though finished", call(Overflow.class, "takeKey", "clear", code -> code.pop())),
    WATERMARKS_PASS_EVENTS_OF_THE_OVERFLOW(
        "late output",
        read(
            Overflow.class, "takeKey", "arrival", code -> code.pop().loadConstant(Long.MAX_VALUE))),
    WATERMARKS_PASS_UNFINISHED_EVENTS(
        "late output",
        read(HeldMarks.class, "release", "arrival", code -> code.pop().loadConstant(0L))),
    POSITIONS_OF_ALL_PARTITIONS_ARE_COMPARED(
        "lost",
        call(
            KeyedEnrichmentOperator.class,
            "tryOffer",
            "partitionOf",
            code -> code.pop2().iconst_m1())),
    SUB_NUMBERS_ARE_NOT_COMPARED(
        "lost",
        call(KeyedEnrichmentOperator.class, "tryOffer", "subOf", code -> code.pop2().iconst_0())),
    SAVEPOINTS_ARE_WAITED_FOR(
        "it ended by java.lang.IllegalStateException: it waits for what cannot come",
        read(KeyedEnrichmentOperator.class, "snapshotState", "outcomeIsTold", 1)),
    LETTERS_HOLD_UP_THE_INPUT(
        "it ended by java.lang.IllegalStateException: it waits for what cannot come",
        call(
            KeyedEnrichmentOperator.class,
            "processElement",
            "awaitsLettersOnly",
            code -> code.pop().iconst_0()));

    final String shownBy;
    final transient Mistake mistake;

    OperatorHistoryBug(String shownBy, Mistake mistake) {
      this.shownBy = shownBy;
      this.mistake = mistake;
    }

    private static Mistake call(
        Class<?> in, String method, String called, Consumer<CodeBuilder> instead) {
      return within(in.getName(), method, calls(called, instead));
    }

    private static Mistake read(Class<?> in, String method, String field, int value) {
      return read(in, method, field, code -> code.pop().loadConstant(value));
    }

    private static Mistake read(
        Class<?> in, String method, String field, Consumer<CodeBuilder> instead) {
      return within(in.getName(), method, reads(field, instead));
    }
  }
}
