package io.messina.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Appended;
import io.messina.client.error.Problem;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswerFieldsTest {

  /** Those whose reader is tested where it stands. */
  private static final Set<String> READ =
      Set.of(
          "Appended",
          "Problem",
          "EventPage",
          "EventReport",
          "ClaimedEvents",
          "Results",
          "FollowedEvents");

  /** Parts of others, lists of one kind, answers of one field, and what the client does not ask. */
  private static final Set<String> OTHERS =
      Set.of(
          "Event",
          "RefusedLine",
          "ReceiptResult",
          "EventProgress",
          "AddedItems",
          "DelayedEvent",
          "EventOrDelayed");

  @Test
  void every_field_of_the_answer_to_an_append_is_read() {
    assertThat(AnswerFields.unread("Appended", json -> json.record(Appended.class))).isEmpty();
  }

  /** The status of HTTP and its own code tell the rest. */
  @Test
  void every_field_of_a_problem_is_read() {
    assertThat(AnswerFields.unread("Problem", AnswerFieldsTest::problem))
        .containsExactlyInAnyOrder(
            "/type", "/title", "/status", "/retryable", "/checks", "/checks/7");
  }

  private static Problem problem(JsonReader json) {
    return ProblemAnswers.of(new Answer(400, Optional.empty(), json.raw(), 0)).problem();
  }

  @Test
  void the_reader_of_every_answer_is_known() {
    assertThat(READ).doesNotContainAnyElementsOf(OTHERS);
    assertThat(AnswerFields.SAMPLES.answers())
        .hasSize(READ.size() + OTHERS.size())
        .containsAll(READ)
        .containsAll(OTHERS);
  }
}
