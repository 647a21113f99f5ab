package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import io.messina.api.message.ReceivedMessage;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.connectors.Reply;
import io.messina.runtime.definition.Precondition;
import io.messina.testkit.SystemWaiting;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What people write to the numbers of connectors. */
@Timeout(120)
class RepliesTest extends MessagingFixture {

  private static Reply stop(String from) {
    return new Reply(from, "1234", "Stop", true);
  }

  private AccountName neighbour() {
    AccountName other = new AccountName(shop + "-neighbour");
    var _ = messaging().put(other, AccountOptions.DEFAULT, Precondition.NONE);
    return other;
  }

  private Optional<Suppression> suppression(AccountName account, String number) {
    return messaging().suppressions().find(account, Channel.SMS, number);
  }

  private boolean hasUnsubscribed(String message) {
    return messaging().log().events(message).stream()
        .map(MessageEvent::kind)
        .anyMatch(MessageEventKind.UNSUBSCRIBED::equals);
  }

  @Test
  void who_writes_stop_gets_no_more_from_the_account_that_has_sent_there() {
    var _ = carrier("carrier", Optional.empty());
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    AccountName other = neighbour();
    String sent = accept(sms(number(1), ""));
    awaitState(sent, MessageState.SENT);
    reply("carrier", stop(number(1)));
    Suppression found = suppression(shop, number(1)).orElseThrow();
    assertThat(found.reason()).isEqualTo(SuppressionReason.UNSUBSCRIBED);
    assertThat(found.message()).contains(sent);
    assertThat(suppression(other, number(1))).isEmpty();
    awaitState(accept(sms(number(1), "")), MessageState.SUPPRESSED);
    SystemWaiting.until(() -> hasUnsubscribed(sent), () -> sent + ": is told");
  }

  @Test
  void who_writes_stop_once_more_after_being_let_in_again_gets_no_more_again() {
    var _ = carrier("carrier", Optional.empty());
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    String sent = accept(sms(number(1), ""));
    awaitState(sent, MessageState.SENT);
    reply("carrier", stop(number(1)));
    SystemWaiting.until(() -> hasUnsubscribed(sent), () -> sent + ": is told");
    assertThat(messaging().suppressions().delete(shop, Channel.SMS, number(1))).isTrue();
    reply("carrier", stop(number(1)));
    assertThat(suppression(shop, number(1))).isPresent();
  }

  @Test
  void who_writes_stop_to_a_connector_that_has_sent_nothing_there_gets_no_more_from_anybody() {
    var _ = carrier("carrier", Optional.empty());
    start();
    AccountName other = neighbour();
    reply("carrier", stop(number(2)));
    assertThat(suppression(shop, number(2))).isPresent();
    assertThat(suppression(other, number(2))).isPresent();
    assertThat(suppression(shop, number(3))).isEmpty();
  }

  @Test
  void a_connector_of_one_account_concerns_no_other_one() {
    var _ = carrier("own", Optional.of(shop));
    start();
    AccountName other = neighbour();
    reply("own", stop(number(4)));
    assertThat(suppression(shop, number(4))).isPresent();
    assertThat(suppression(other, number(4))).isEmpty();
  }

  @Test
  void what_people_write_is_in_a_stream() {
    var _ = carrier("carrier", Optional.empty());
    start();
    reply("carrier", new Reply(number(5), "1234", "Where is my parcel?", false));
    reply("carrier", stop("3331234567"));
    reply("carrier", new Reply("", "1234", "Who am I?", false));
    assertThat(received("carrier"))
        .extracting(ReceivedMessage::from, ReceivedMessage::text, ReceivedMessage::optOut)
        .containsExactlyInAnyOrder(
            tuple(number(5), "Where is my parcel?", false),
            tuple("3331234567", "Stop", true),
            tuple("", "Who am I?", false));
    assertThat(suppression(shop, number(5))).isEmpty();
  }
}
