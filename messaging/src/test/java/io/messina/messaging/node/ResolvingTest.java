package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import io.messina.api.message.report.MessageResolution;
import io.messina.messaging.send.UncertainMessages;
import io.messina.runtime.RequestException;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of letters of messages while others do something with them, or late. */
@Timeout(120)
class ResolvingTest extends MessagingFixture {

  @Test
  void of_two_who_resolve_a_message_at_once_one_does() {
    Provider provider = brief("carrier", Optional.empty());
    Provider other = provider("other", Optional.empty());
    rule(Channel.SMS, List.of("carrier"), List.of("other"));
    provider.script((_, before) -> before == 0 ? Provider.Script.CUT : Provider.Script.ACCEPT);
    start();
    List<String> ids =
        accept(
            List.of(
                sms(number(1), ""), sms(number(2), ""), sms(number(3), ""), sms(number(4), "")));
    ids.forEach(id -> awaitState(id, MessageState.UNCERTAIN));
    SystemWaiting.until(
        () -> ids.stream().allMatch(uncertain("carrier")::isOffered), () -> "offered");
    resolvedByTwo(ids.get(0), MessageResolution.REFUSED, MessageResolution.AGAIN);
    resolvedByTwo(ids.get(1), MessageResolution.AGAIN, MessageResolution.REFUSED);
    resolvedByTwo(ids.get(2), MessageResolution.SENT, MessageResolution.AGAIN);
    resolvedByTwo(ids.get(3), MessageResolution.REFUSED, MessageResolution.SENT);
    assertThat(provider.accepted()).containsExactlyInAnyOrder(ids.get(0), ids.get(2));
    assertThat(other.accepted()).containsExactly(ids.get(1));
  }

  /** The second one is done when the first one has found the message. */
  private void resolvedByTwo(String id, MessageResolution first, MessageResolution second) {
    UncertainMessages uncertain = uncertain("carrier");
    beforeReading(() -> assertThat(uncertain.resolve(id, second)).isTrue());
    assertThatThrownBy(() -> uncertain.resolve(id, first))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageMatching(
            id
                + ": (somebody else has resolved it|is resolved already) \\(expected: an uncertain"
                + " one\\)");
    awaitState(id, MessageState.SENT);
  }

  @Test
  void what_was_refused_so_long_ago_that_it_may_have_gone_on_does_not_go_on_again() {
    Provider provider = provider("carrier", Optional.empty());
    Provider other = provider("other", Optional.empty());
    rule(Channel.SMS, List.of("carrier"), List.of("other"));
    provider.script((_, _) -> Provider.Script.CUT);
    start();
    String unknown = accept(sms(number(1), ""));
    String known = accept(sms(number(2), ""));
    String late = accept(sms(number(3), ""));
    List.of(unknown, known, late).forEach(id -> awaitState(id, MessageState.UNCERTAIN));
    tell(known, MessageEventKind.ROUTED, 2, Duration.ZERO);
    tell(known, MessageEventKind.REFUSED, 1, Duration.ofHours(24));
    tell(unknown, MessageEventKind.REFUSED, 1, Duration.ofHours(24));
    tell(late, MessageEventKind.REFUSED, 1, Duration.ofHours(22));
    awaitState(late, MessageState.SENT);
    SystemWaiting.until(() -> last(unknown).hop() == 2, () -> "" + last(unknown));
    SystemWaiting.until(() -> sender("carrier").countUncertain(10) == 0, () -> "all are done");
    assertThat(state(known)).isEqualTo(MessageState.ROUTED);
    assertThat(last(unknown).kind()).isEqualTo(MessageEventKind.UNCERTAIN);
    assertThat(state(unknown)).isEqualTo(MessageState.UNCERTAIN);
    assertThat(other.accepted()).containsExactly(late);
  }

  private MessageEvent last(String message) {
    return messaging().log().events(message).getLast();
  }

  /** As if a sender had told it some time ago, and had ended. */
  private void tell(String message, MessageEventKind kind, int hop, Duration ago) {
    MessageEvent last = last(message);
    Instant at = last.at().minus(ago);
    messaging()
        .streams()
        .publish(
            List.of(
                new MessageEvent(
                    message, last.recipient(), kind, hop, at, last.parts(), last.details())));
  }
}
