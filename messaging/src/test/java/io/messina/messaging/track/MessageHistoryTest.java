package io.messina.messaging.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In which order what happened to a message is shown. */
class MessageHistoryTest {

  private static final MessageRecipient RECIPIENT =
      new MessageRecipient(
          new AccountName("shop"),
          Channel.SMS,
          "+393331234567",
          Optional.empty(),
          Optional.of("IT"));

  private static MessageEvent event(MessageEventKind kind, int hop) {
    return new MessageEvent(
        "m1", RECIPIENT, kind, hop, Instant.EPOCH, MessageParts.NONE, MessageDetails.NONE);
  }

  @Test
  void what_happened_is_shown_in_its_order_in_whatever_order_it_was_told() {
    List<MessageEvent> outcomes =
        List.of(
            event(MessageEventKind.REFUSED, 1),
            event(MessageEventKind.ROUTED, 1),
            event(MessageEventKind.UNCERTAIN, 2),
            event(MessageEventKind.ACCEPTED, 0),
            event(MessageEventKind.SENT, 2),
            event(MessageEventKind.ROUTED, 2),
            event(MessageEventKind.DELIVERED, 2));
    assertThat(MessageHistory.inOrder(outcomes))
        .extracting(each -> each.kind() + " " + each.hop())
        .containsExactly(
            "accepted 0",
            "routed 1",
            "refused 1",
            "routed 2",
            "uncertain 2",
            "sent 2",
            "delivered 2");
  }
}
