package io.messina.messaging.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.WarmUp;
import io.messina.messaging.Message;
import io.messina.messaging.RoutingState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PacingTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Message to(String recipient) {
    return new Message(
        "m1",
        new MessageRecipient(
            new AccountName("shop"), Channel.EMAIL, recipient, Optional.empty(), Optional.empty()),
        Optional.empty(),
        MessageContent.mail("Hi", "Hi"),
        Optional.empty(),
        Map.of(),
        RoutingState.NONE);
  }

  private static Duration wait(Pacing pacing, String recipient) {
    return pacing
        .departure(to(recipient), NOW)
        .map(at -> Duration.between(NOW, at))
        .orElse(Duration.ZERO);
  }

  private static PaceOptions pace(int perMinute, int perMinuteAndDomain) {
    return new PaceOptions(
        Optional.of(perMinute).filter(rate -> rate > 0),
        Optional.of(perMinuteAndDomain).filter(rate -> rate > 0),
        Optional.empty());
  }

  @Test
  void messages_leave_one_after_the_other() {
    Pacing pacing = new Pacing(pace(30, 0), () -> 1);
    assertThat(wait(pacing, "a@a.test")).isEqualTo(Duration.ZERO);
    assertThat(wait(pacing, "b@b.test")).isEqualTo(Duration.ofSeconds(2));
    assertThat(wait(pacing, "c@c.test")).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void one_domain_holds_up_no_other() {
    Pacing pacing = new Pacing(pace(0, 6), () -> 1);
    assertThat(wait(pacing, "a@slow.test")).isEqualTo(Duration.ZERO);
    assertThat(wait(pacing, "b@SLOW.test")).isEqualTo(Duration.ofSeconds(10));
    assertThat(wait(pacing, "c@other.test")).isEqualTo(Duration.ZERO);
  }

  @Test
  void a_process_takes_its_share() {
    Pacing pacing = new Pacing(pace(30, 0), () -> 0.5);
    assertThat(wait(pacing, "a@a.test")).isEqualTo(Duration.ZERO);
    assertThat(wait(pacing, "b@b.test")).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void a_new_sender_becomes_faster_up_to_its_pace() {
    WarmUp warmUp = new WarmUp(NOW, 1, Duration.ofMinutes(1));
    Pacing pacing =
        new Pacing(new PaceOptions(Optional.of(4), Optional.empty(), Optional.of(warmUp)), () -> 1);
    assertThat(wait(pacing, "a@a.test")).isEqualTo(Duration.ZERO);
    assertThat(wait(pacing, "a@a.test")).isEqualTo(Duration.ofSeconds(60));
    assertThat(wait(pacing, "a@a.test")).isEqualTo(Duration.ofSeconds(90));
    Duration third = wait(pacing, "a@a.test");
    assertThat(third).isBetween(Duration.ofSeconds(110), Duration.ofSeconds(113));
    for (int i = 0; i < 20; i++) {
      var _ = wait(pacing, "a@a.test");
    }
    Duration last = wait(pacing, "a@a.test");
    assertThat(wait(pacing, "a@a.test").minus(last)).isEqualTo(Duration.ofSeconds(15));
  }
}
