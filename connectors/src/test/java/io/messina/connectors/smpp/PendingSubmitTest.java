package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PendingSubmitTest {

  private static final SendResult ACCEPTED = new SendResult.Accepted(Optional.of("id"), 1);

  private final PendingSubmit pending = new PendingSubmit();

  @Test
  void what_was_never_written_has_failed_and_is_not_written_later() {
    assertThat(pending.await(Duration.ZERO)).isInstanceOf(SendResult.Failed.class);
    assertThat(pending.mayWrite()).isFalse();
  }

  @Test
  void what_is_being_written_is_uncertain() {
    assertThat(pending.mayWrite()).isTrue();
    assertThat(pending.await(Duration.ZERO)).isInstanceOf(SendResult.Uncertain.class);
    assertThat(pending.isBeingWritten()).isTrue();
  }

  @Test
  void what_was_written_is_uncertain_without_an_answer() {
    assertThat(pending.mayWrite()).isTrue();
    pending.written();
    assertThat(pending.isBeingWritten()).isFalse();
    pending.giveUp("connect", "the bind was lost");
    pending.end(ACCEPTED);
    assertThat(pending.await(Duration.ofSeconds(10)))
        .isEqualTo(new SendResult.Uncertain("the bind was lost"));
  }

  @Test
  void an_answer_ends_it_once() {
    assertThat(pending.mayWrite()).isTrue();
    pending.written();
    pending.end(ACCEPTED);
    pending.giveUp("connect", "the bind was lost");
    assertThat(pending.await(Duration.ZERO)).isEqualTo(ACCEPTED);
  }

  @Test
  void an_interrupted_thread_stays_interrupted() {
    Thread.currentThread().interrupt();
    assertThat(pending.await(Duration.ofSeconds(10))).isInstanceOf(SendResult.Failed.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
