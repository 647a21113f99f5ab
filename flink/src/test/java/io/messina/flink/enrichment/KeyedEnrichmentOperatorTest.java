package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.messina.enrich.NewGeneration;
import io.messina.enrich.StateRow;
import io.messina.flink.Click;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;

class KeyedEnrichmentOperatorTest {

  @Test
  void events_that_come_while_a_key_is_busy_share_the_next_round() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.offer(new Click("ann", 1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.offer(new Click("ann", 3, 3));
      assertThat(rig.table.underWay()).isEqualTo(1);
      rig.answerAll();

      assertThat(rig.values()).containsExactly("ann=1", "ann=3", "ann=6");
      assertThat(rig.outputs().get(1)).contains("20");
      assertThat(rig.table.rows).containsEntry("ann", new StateRow<>(6L, 1, 3));
      assertThat(List.of(rig.table.reads, rig.table.writes)).containsExactly(1, 1);
    }
  }

  @Test
  void a_watermark_waits_for_the_events_before_it_and_no_others() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.watermark(5);
      rig.offer(new Click("ann", 1, 1));
      rig.watermark(10);
      rig.watermark(12);
      rig.offer(new Click("bob", 1, 2));
      assertThat(rig.outputs()).hasSize(1);
      rig.answerAll();

      assertThat(rig.outputs()).hasSize(4);
      assertThat(rig.outputs().get(1)).contains("ann=1");
      assertThat(rig.outputs()).anyMatch(output -> output.contains("12"));
    }
  }

  @Test
  void a_checkpoint_has_what_is_unfinished_and_other_subtasks_go_on_with_it() throws Exception {
    List<String> users = List.of("ann", "bob", "cid", "dan", "eve", "fay");
    OperatorSubtaskState state;
    HeldRows<Long> table;
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      table = rig.table;
      long position = 0;
      for (String user : users) {
        rig.offer(new Click(user, 1, position++));
        rig.offer(new Click(user, 2, position++));
      }
      state = rig.checkpoint(1);
      assertThat(rig.kept()).isEqualTo(2 * users.size());
      // After the checkpoint all are applied; then the process ends.
      rig.answerAll();
    }
    assertThat(table.rows.values()).extracting(StateRow::state).containsOnly(3L);

    List<String> values = new ArrayList<>();
    for (int subtask = 0; subtask < 3; subtask++) {
      try (OperatorRig<Long> rig = OperatorRig.restored(table, 3, subtask, state)) {
        rig.answerAll();
        values.addAll(rig.values());
      }
    }
    assertThat(table.rows.values()).extracting(StateRow::state).containsOnly(3L);
    assertThat(values).hasSize(2 * users.size()).allMatch(value -> value.endsWith("=3 again"));
  }

  @Test
  void a_checkpoint_has_nothing_of_an_earlier_one() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.offer(new Click("ann", 1, 1));
      rig.offer(new Click("bob", 1, 2));
      var unused = rig.checkpoint(1);
      assertThat(rig.kept()).isEqualTo(2);
      rig.answerAll();
      rig.offer(new Click("bob", 1, 3));
      unused = rig.checkpoint(2);
      assertThat(rig.kept()).isEqualTo(1);
      rig.answerAll();
      unused = rig.checkpoint(3);
      assertThat(rig.kept()).isZero();
    }
  }

  @Test
  void a_checkpoint_that_drains_has_nothing_left_to_keep() throws Exception {
    try (OperatorRig<Long> rig =
        OperatorRig.fresh(
            settings -> settings.atCheckpoint(AtCheckpoint.drain(Duration.ofSeconds(10))))) {
      rig.offer(new Click("ann", 1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.offer(new Click("bob", 5, 3));
      rig.answering(() -> rig.checkpoint(1));
      assertThat(rig.values()).containsExactlyInAnyOrder("ann=1", "ann=3", "bob=5");
      assertThat(rig.kept()).isZero();
    }
  }

  @Test
  void the_end_of_the_input_waits_for_all_events() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", 1, 1));
      rig.offer(new Click("ann", -1, 2));
      rig.offer(new Click("ann", 2, 3));
      rig.offer(new Click("bob", 5, 4));
      rig.answering(rig::endInput);
      assertThat(rig.values()).containsExactlyInAnyOrder("ann=1", "ann=3", "bob=5");
      assertThat(rig.letters()).hasSize(1);
    }
  }

  @Test
  void the_end_of_the_input_does_not_wait_for_a_savepoint_whose_outcome_nobody_tells()
      throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.answerAll();
      var unused = rig.savepoint(1);
      assertThat(ticksToTheEnd(rig)).isLessThan(10);
      assertThat(rig.values()).containsExactly("ann=2");
      assertThat(rig.letters()).hasSize(1);
    }
  }

  @Test
  void a_checkpoint_behind_a_savepoint_settles_the_letters_that_both_have() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.answerAll();
      var unused = rig.savepoint(1);
      rig.answerAll();
      assertThat(rig.values()).isEmpty();
      unused = rig.checkpoint(2);
      rig.complete(2);
      rig.answerAll();
      assertThat(rig.values()).containsExactly("ann=2");
    }
  }

  @Test
  void the_end_of_the_input_waits_for_a_checkpoint_no_longer_than_one_may_take() throws Exception {
    try (OperatorRig<Long> rig =
        OperatorRig.of(
            settings -> settings.deadLetters(OperatorRig.LETTERS),
            job -> {
              OperatorRig.checkpoints(job);
              job.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(2));
            })) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.answerAll();
      var unused = rig.checkpoint(1);
      // What tells that it is complete got lost.
      assertThat(ticksToTheEnd(rig)).isBetween(100, 110);
      assertThat(rig.values()).containsExactly("ann=2");
    }
  }

  /** How many ticks of 20 ms the end of the input takes, while the database answers at once. */
  private static int ticksToTheEnd(OperatorRig<Long> rig) throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    rig.working(
        () -> {
          assertThat(ticks.incrementAndGet()).isLessThan(1_000);
          rig.table.answerAll();
          rig.tickInBetween(Duration.ofMillis(20));
        },
        rig::endInput);
    return ticks.get();
  }

  @Test
  void restored_events_come_before_those_that_follow_them() throws Exception {
    OperatorSubtaskState state;
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.offer(new Click("ann", 1, 1));
      state = rig.checkpoint(1);
    }
    try (OperatorRig<Long> rig = OperatorRig.restored(new HeldRows<>(), 1, 0, state)) {
      rig.offer(new Click("ann", 10, 2));
      rig.answerAll();
      assertThat(rig.values()).containsExactly("ann=1", "ann=11");
    }
  }

  @Test
  void a_request_that_is_not_answered_is_sent_again_and_its_late_answer_ignored() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.offer(new Click("ann", 1, 1));
      rig.pass(Duration.ofSeconds(6));
      assertThat(rig.table.reads).isEqualTo(1);
      rig.pass(Duration.ofSeconds(2));
      assertThat(rig.table.reads).isEqualTo(2);
      rig.answerAll();
      assertThat(rig.values()).containsExactly("ann=1");
    }
  }

  @Test
  void a_dead_letter_is_put_out_and_its_key_waits_for_the_checkpoint() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 5, 2));
      rig.offer(new Click("bob", 7, 3));
      rig.answerAll();
      assertThat(rig.letters()).containsExactly("ann+-1@1 ENRICH NO");
      assertThat(rig.values()).containsExactly("bob=7");

      OperatorSubtaskState state = rig.checkpoint(1);
      // A process that begins here has put the letter out: the event is not asked again.
      try (OperatorRig<Long> next = OperatorRig.restored(new HeldRows<>(), 1, 0, state)) {
        next.answerAll();
        assertThat(next.letters()).isEmpty();
        assertThat(next.values()).containsExactly("ann=5");
      }
      rig.complete(1);
      rig.answerAll();
      assertThat(rig.values()).containsExactly("bob=7", "ann=5");
    }
  }

  @Test
  void a_process_that_fails_before_the_checkpoint_has_applied_nothing_behind_a_dead_letter()
      throws Exception {
    HeldRows<Long> table;
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      table = rig.table;
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 5, 2));
      rig.answerAll();
    }
    try (OperatorRig<Long> rig = OperatorRig.restored(table, 1, 0, new OperatorSubtaskState[0])) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 5, 2));
      rig.answerAll();
      assertThat(rig.letters()).hasSize(1);
      rig.complete(rig.checkpoint(1) == null ? 0 : 1);
      rig.answerAll();
      assertThat(rig.values()).containsExactly("ann=5");
    }
  }

  @Test
  void without_a_side_output_the_first_event_that_fails_fails_the_job() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.offer(new Click("ann", -1, 1));
      assertThatThrownBy(rig::answerAll).hasMessageContaining("count: -1");
    }
  }

  @Test
  void without_checkpoints_a_dead_letter_of_the_last_attempt_does_not_hold_up_the_end()
      throws Exception {
    try (OperatorRig<Long> rig =
        OperatorRig.of(settings -> settings.deadLetters(OperatorRig.LETTERS), job -> {})) {
      rig.offer(new Click("ann", 1, 1));
      for (int attempt = 1; attempt < 6; attempt++) {
        rig.pass(Duration.ofSeconds(6));
        rig.pass(Duration.ofSeconds(6));
      }
      assertThat(rig.letters()).isEmpty();
      // The sixth attempt times out, and what tells the operator that the letter is out is a mail.
      rig.tickOnly(Duration.ofSeconds(6));
      assertThat(rig.letters()).hasSize(1);
      assertTimeoutPreemptively(Duration.ofSeconds(20), rig::endInput);
    }
  }

  @Test
  void answers_that_are_here_are_no_time_outs_though_their_mail_was_not_handled() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      rig.offer(new Click("ann", 1, 1));
      rig.table.answerAll();
      rig.pass(Duration.ofSeconds(6));
      rig.answerAll();
      assertThat(rig.values()).containsExactly("ann=1");
      assertThat(rig.table.reads).isEqualTo(1);
    }
  }

  @Test
  void a_checkpoint_may_be_complete_while_something_is_put_out() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.answerAll();
      var unused = rig.checkpoint(1);
      rig.table.onRequest = () -> rig.completeInBetween(1);
      rig.offer(new Click("bob", 1, 3));
      rig.table.onRequest = () -> {};
      rig.answerAll();
      assertThat(rig.values()).containsExactlyInAnyOrder("bob=1", "ann=2");
    }
  }

  @Test
  void checkpoints_at_least_once_are_refused() {
    assertThatThrownBy(
            () ->
                OperatorRig.of(
                    settings -> settings,
                    job -> {
                      OperatorRig.checkpoints(job);
                      job.set(
                          CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                          CheckpointingMode.AT_LEAST_ONCE);
                    }))
        .hasMessageContaining("checkpointing mode: AT_LEAST_ONCE (expected: EXACTLY_ONCE");
  }

  @Test
  void a_client_that_throws_is_asked_again_like_one_whose_stage_fails() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      for (Throwable thrown : List.of(new IllegalStateException("x"), new StackOverflowError())) {
        rig.table.onRequest = () -> ExceptionUtils.rethrow(thrown);
        rig.offer(new Click("ann", 1, rig.table.reads + rig.table.writes));
        assertThat(rig.table.underWay()).isZero();
        rig.table.onRequest = () -> {};
        rig.pass(Duration.ofSeconds(2));
        rig.answerAll();
      }
      assertThat(rig.values()).containsExactly("ann=1", "ann=2");
    }
  }

  @Test
  void a_position_below_the_first_one_fails_the_job() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh()) {
      assertThatThrownBy(() -> rig.offer(new Click("ann", 1, -1)))
          .hasMessage("partition: -1, position: -1, sub: 0 (expected: from 0)");
    }
  }

  @Test
  void a_stream_that_was_created_again_adds_to_the_states_that_are_there() throws Exception {
    assertThat(countAfter(settings -> settings.generation(2)))
        .isEqualTo(new StateRow<>(6L + 2, 2, 1));
  }

  @Test
  void states_are_computed_anew_where_a_job_says_so() throws Exception {
    assertThat(countAfter(settings -> settings.generation(2, NewGeneration.AFRESH)))
        .isEqualTo(new StateRow<>(2L, 2, 1));
  }

  /** The row of a key that had 6 clicks in generation 1, the last one at position 300. */
  private static StateRow<Long> countAfter(
      UnaryOperator<KeyedEnrichment<String, Click, Long, String>> settings) throws Exception {
    HeldRows<Long> table = new HeldRows<>();
    table.rows.put("ann", new StateRow<>(6L, 1, 300));
    try (OperatorRig<Long> rig = OperatorRig.restored(table, settings, 1, 0)) {
      rig.offer(new Click("ann", 2, 1));
      rig.answerAll();
      return Objects.requireNonNull(table.rows.get("ann"));
    }
  }
}
