package io.messina.flink.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.KeyFull;
import io.messina.enrich.StateRow;
import io.messina.flink.Click;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Dead letters, and the events that come while only these are waited for. */
class DeadLetterTest {

  /** Two events fill the buffer. */
  private static KeyedEnrichment<String, Click, Long, String> small(
      KeyedEnrichment<String, Click, Long, String> settings) {
    return withBuffer(settings, 1_024, 100);
  }

  /** A key may have two events, of which the dead letter is none. */
  private static KeyedEnrichment<String, Click, Long, String> narrow(
      KeyedEnrichment<String, Click, Long, String> settings) {
    return withBuffer(settings, 1 << 20, 2);
  }

  private static KeyedEnrichment<String, Click, Long, String> withBuffer(
      KeyedEnrichment<String, Click, Long, String> settings, int bytes, int keyEvents) {
    return settings
        .deadLetters(OperatorRig.LETTERS)
        .options(
            EnrichmentOptions.DEFAULT.buffer(
                new EnrichmentOptions.Buffer(bytes, keyEvents, KeyFull.BLOCK, 100)));
  }

  @Test
  void events_behind_letters_that_fill_the_buffer_wait_in_the_checkpoint() throws Exception {
    HeldRows<Long> table;
    OperatorSubtaskState state;
    try (OperatorRig<Long> rig = OperatorRig.fresh(DeadLetterTest::small)) {
      table = rig.table;
      fill(rig);
      assertThat(rig.values()).isEmpty();
      assertThat(table.rows).isEmpty();
      state = rig.checkpoint(1);
      assertThat(table.rows).isEmpty();
      rig.complete(1);
      rig.answerAll();
      assertThat(rig.values()).containsExactlyInAnyOrder("ann=2", "ann=5", "cid=4", "cid=9");
      assertThat(rig.letters()).hasSize(2);
      var unused = rig.checkpoint(2);
      assertThat(rig.kept()).isZero();
    }
    for (int parallelism = 1; parallelism <= 2; parallelism++) {
      HeldRows<Long> fresh = new HeldRows<>();
      for (int subtask = 0; subtask < parallelism; subtask++) {
        try (OperatorRig<Long> rig =
            OperatorRig.restored(fresh, DeadLetterTest::small, parallelism, subtask, state)) {
          rig.answerAll();
          assertThat(rig.letters()).isEmpty();
        }
      }
      assertThat(fresh.rows)
          .containsEntry("ann", new StateRow<>(5L, 1, 4))
          .containsEntry("cid", new StateRow<>(9L, 1, 6));
    }
  }

  @Test
  void a_task_that_fails_before_the_checkpoint_puts_its_letters_out_again() throws Exception {
    HeldRows<Long> table;
    try (OperatorRig<Long> rig = OperatorRig.fresh(DeadLetterTest::small)) {
      table = rig.table;
      fill(rig);
      rig.answerAll();
    }
    try (OperatorRig<Long> rig =
        OperatorRig.restored(table, DeadLetterTest::small, 1, 0, new OperatorSubtaskState[0])) {
      fill(rig);
      assertThat(rig.letters()).hasSize(2);
    }
  }

  @Test
  void a_watermark_waits_for_the_events_in_the_overflow() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh(DeadLetterTest::small)) {
      fill(rig);
      int before = rig.outputs().size();
      rig.watermark(100);
      var unused = rig.checkpoint(1);
      assertThat(rig.outputs()).hasSize(before);
      rig.complete(1);
      rig.answerAll();
      assertThat(rig.outputs()).hasSize(before + 5);
      assertThat(rig.outputs().get(before + 4)).contains("100");
    }
  }

  @Test
  void events_of_a_full_key_wait_behind_its_letter() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.fresh(DeadLetterTest::narrow)) {
      rig.offer(new Click("ann", -1, 1));
      rig.answerAll();
      for (int position = 2; position < 7; position++) {
        rig.offer(new Click("ann", 1, position));
      }
      rig.offer(new Click("bob", 1, 7));
      rig.answerAll();
      assertThat(rig.table.rows).isEmpty();
      var unused = rig.checkpoint(1);
      rig.complete(1);
      rig.answerAll();
      assertThat(rig.table.rows)
          .containsEntry("ann", new StateRow<>(5L, 1, 6))
          .containsEntry("bob", new StateRow<>(1L, 1, 7));
    }
  }

  @Test
  void the_letters_of_a_checkpoint_that_is_aborted_wait_for_the_next_one() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.answerAll();
      var unused = rig.checkpoint(1);
      rig.abort(1);
      rig.answerAll();
      assertThat(rig.values()).isEmpty();
      unused = rig.checkpoint(2);
      rig.complete(2);
      rig.answerAll();
      assertThat(rig.values()).containsExactly("ann=2");
    }
  }

  @Test
  void the_end_of_the_input_waits_for_a_checkpoint_that_is_under_way() throws Exception {
    try (OperatorRig<Long> rig = OperatorRig.withLetters()) {
      rig.offer(new Click("ann", -1, 1));
      rig.offer(new Click("ann", 2, 2));
      rig.answerAll();
      var unused = rig.checkpoint(1);
      rig.mailComplete(1);
      rig.answering(rig::endInput);
      assertThat(rig.values()).containsExactly("ann=2");
    }
  }

  /** Two letters, and behind them two events of the key of one of them, and two of another. */
  private static void fill(OperatorRig<Long> rig) throws Exception {
    rig.offer(new Click("ann", -1, 1));
    rig.offer(new Click("bob", -1, 2));
    rig.answerAll();
    assertThat(rig.letters()).hasSize(2);
    rig.offer(new Click("ann", 2, 3));
    rig.offer(new Click("ann", 3, 4));
    rig.offer(new Click("cid", 4, 5));
    rig.offer(new Click("cid", 5, 6));
    rig.answerAll();
  }
}
