package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandoverTest {

  private static final SendResult ACCEPTED = new SendResult.Accepted(Optional.of("id"), 1);

  private final Handover handover = new Handover();

  @Test
  void what_was_never_written_has_failed_and_is_not_written_later() {
    assertThat(handover.await(Duration.ZERO)).isInstanceOf(SendResult.Failed.class);
    assertThat(handover.mayWrite()).isFalse();
  }

  @Test
  void what_is_being_written_is_uncertain() {
    assertThat(handover.mayWrite()).isTrue();
    assertThat(handover.await(Duration.ZERO)).isInstanceOf(SendResult.Uncertain.class);
    assertThat(handover.isBeingWritten()).isTrue();
  }

  @Test
  void what_was_written_is_uncertain_without_an_answer() {
    assertThat(handover.mayWrite()).isTrue();
    handover.written();
    assertThat(handover.isBeingWritten()).isFalse();
    handover.giveUp("connect", "the bind was lost");
    handover.end(ACCEPTED);
    assertThat(handover.await(Duration.ofSeconds(10)))
        .isEqualTo(new SendResult.Uncertain("the bind was lost"));
  }

  @Test
  void an_answer_ends_it_once() {
    assertThat(handover.mayWrite()).isTrue();
    handover.written();
    handover.end(ACCEPTED);
    handover.giveUp("connect", "the bind was lost");
    assertThat(handover.await(Duration.ZERO)).isEqualTo(ACCEPTED);
  }

  @Test
  void an_interrupted_thread_stays_interrupted() {
    Thread.currentThread().interrupt();
    assertThat(handover.await(Duration.ofSeconds(10))).isInstanceOf(SendResult.Failed.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
