package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionReason;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.ReceiptKind;
import io.messina.api.message.connector.SendOptions;
import io.messina.api.message.report.MessageResolution;
import io.messina.api.message.report.ResolvedSome;
import io.messina.api.message.report.ResolvingSome;
import io.messina.api.message.report.UncertainMessage;
import io.messina.connectors.Receipt;
import io.messina.connectors.RepeatPromise;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.RoutingState;
import io.messina.messaging.send.UncertainMessages;
import io.messina.messaging.track.MessageHistory;
import io.messina.runtime.RequestException;
import io.messina.stream.node.Stream;
import io.messina.testkit.SystemWaiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages from their acceptance to what became of them. */
@Timeout(120)
class MessagingTest extends MessagingFixture {

  private static final Optional<RepeatPromise> NO_PROMISE = Optional.empty();
  private static final Optional<RepeatPromise> PROMISE =
      Optional.of(new RepeatPromise(Duration.ofHours(24), false));

  private static final Set<MessageState> ENDS = Set.of(MessageState.SENT, MessageState.UNCERTAIN);

  private static Receipt receipt(String providerId, ReceiptKind kind) {
    return new Receipt(
        providerId,
        Optional.empty(),
        kind,
        Optional.empty(),
        Optional.empty(),
        Optional.of(Instant.EPOCH));
  }

  private String providerId(String message) {
    return messaging().log().events(message).stream()
        .flatMap(event -> event.parts().providerIds().stream())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void each_message_is_sent_once_and_its_history_tells_how() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      some.add(sms(number(i), "k" + i));
    }
    List<String> ids = accept(some);
    assertThat(accept(some)).isEqualTo(ids);
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(provider.accepted()).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(messaging().log().events(ids.getFirst()))
        .extracting(MessageEvent::kind)
        .containsExactlyInAnyOrder(
            MessageEventKind.ACCEPTED, MessageEventKind.ROUTED, MessageEventKind.SENT);
    assertThat(
            messaging()
                .log()
                .search(MessageQuery.ofCampaign(shop, "parcels").limit(1_000))
                .messages())
        .hasSize(200);
    assertThat(messaging().log().search(MessageQuery.to(shop, number(7))).messages())
        .extracting(report -> report.message())
        .containsExactly(ids.get(7));
  }

  @Test
  void a_key_that_comes_back_with_another_message_is_refused() {
    provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    String id = accept(sms(number(1), "order-1"));
    assertThat(answer(sms(number(2), "order-1")).refusal()).isPresent();
    assertThat(answer(sms(number(1), "order-1")).message()).contains(id);
    assertThat(answer(sms(number(1), "order-1")).repeated()).isTrue();
  }

  @Test
  void what_the_provider_refuses_goes_to_the_next_connector_and_then_fails() {
    Provider first = provider("first", NO_PROMISE);
    Provider second = provider("second", NO_PROMISE);
    rule(Channel.SMS, List.of("first"), List.of("second"));
    first.script((_, _) -> Provider.Script.REFUSE);
    second.script(
        (message, _) ->
            message.to().equals(number(2)) ? Provider.Script.REFUSE : Provider.Script.ACCEPT);
    start();
    String good = accept(sms(number(1), ""));
    String bad = accept(sms(number(2), ""));
    awaitState(good, MessageState.SENT);
    awaitState(bad, MessageState.FAILED);
    assertThat(second.accepted()).containsExactly(good);
    assertThat(first.askedFor(bad)).isOne();
    assertThat(second.askedFor(bad)).isOne();
  }

  @Test
  void a_connector_that_cannot_be_reached_is_tried_again_and_then_left() {
    Provider first = provider("first", NO_PROMISE, PaceOptions.FREE, options(1_000, 500));
    Provider second = provider("second", NO_PROMISE);
    rule(Channel.SMS, List.of("first"), List.of("second"));
    first.script((_, _) -> Provider.Script.FAIL);
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.SENT);
    assertThat(second.accepted()).containsExactly(id);
    assertThat(first.askedFor(id)).isGreaterThan(1);
  }

  @Test
  void an_uncertain_message_is_not_sent_again_until_somebody_says_so() {
    Provider provider = brief("carrier", NO_PROMISE);
    Provider other = provider("other", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of("other"));
    provider.script(
        (_, before) -> before == 0 ? Provider.Script.ACCEPT_AND_CUT : Provider.Script.ACCEPT);
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    restart();
    SystemWaiting.until(() -> uncertain("carrier").isOffered(id), () -> "offered");
    assertThat(provider.accepted()).containsExactly(id);
    assertThat(other.accepted()).isEmpty();
    assertThat(state(id)).isEqualTo(MessageState.UNCERTAIN);
  }

  @Test
  void a_message_is_uncertain_whatever_its_connector_throws() {
    Provider provider = provider("carrier", NO_PROMISE);
    Provider other = provider("other", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of("other"));
    provider.script((_, _) -> Provider.Script.ACCEPT_AND_CRASH);
    provider.onCrash(
        () -> {
          throw new NoClassDefFoundError("a class of the answer");
        });
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    assertThat(provider.accepted()).containsExactly(id);
    assertThat(other.accepted()).isEmpty();
  }

  @Test
  void an_outage_makes_a_few_messages_uncertain_and_the_others_wait() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    AtomicBoolean out = new AtomicBoolean(true);
    provider.script((_, _) -> out.get() ? Provider.Script.CUT : Provider.Script.ACCEPT);
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      some.add(sms(number(i), ""));
    }
    List<String> ids = accept(some);
    SystemWaiting.until(() -> sender("carrier").isPaused(), () -> "a pause");
    out.set(false);
    int uncertain = 0;
    for (String id : ids) {
      SystemWaiting.until(
          () -> ENDS.contains(state(id)), () -> id + " is " + state(id) + ", expected: an end");
      uncertain += state(id) == MessageState.UNCERTAIN ? 1 : 0;
    }
    // Those that are under way when it is noticed, and one for each pause.
    assertThat(uncertain).isBetween(5, 20);
    assertThat(provider.accepted()).hasSize(200 - uncertain);
  }

  @Test
  void nobody_is_sent_to_a_connector_that_takes_nothing_while_another_one_does() {
    Provider first = provider("first", NO_PROMISE);
    Provider second = provider("second", NO_PROMISE);
    rule(Channel.SMS, List.of("first"), List.of("second"));
    first.script((_, _) -> Provider.Script.THROTTLE_LONG);
    start();
    String waits = accept(sms(number(1), ""));
    SystemWaiting.until(() -> sender("first").isPaused(), () -> "a pause");
    List<String> ids = accept(List.of(sms(number(2), ""), sms(number(3), "")));
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(second.accepted()).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(first.askedFor(waits)).isOne();
    assertThat(state(waits)).isEqualTo(MessageState.ROUTED);
  }

  @Test
  void all_that_is_uncertain_is_resolved_at_once() {
    Provider provider = brief("carrier", NO_PROMISE);
    Provider other = provider("other", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of("other"));
    provider.script((_, _) -> Provider.Script.CUT);
    start();
    List<String> ids = accept(List.of(sms(number(1), ""), sms(number(2), ""), sms(number(3), "")));
    ids.forEach(id -> awaitState(id, MessageState.UNCERTAIN));
    UncertainMessages uncertain = uncertain("carrier");
    SystemWaiting.until(() -> ids.stream().allMatch(uncertain::isOffered), () -> "offered");
    ResolvingSome refused = ResolvingSome.all(MessageResolution.REFUSED);
    for (ResolvingSome nothing :
        List.of(
            refused.reason("some other"),
            refused.from(Instant.now().plusSeconds(60)),
            refused.to(Instant.now().minusSeconds(60)))) {
      ResolvedSome page = uncertain.resolve(nothing);
      assertThat(page.resolved() + page.left()).isZero();
    }
    assertThat(uncertain.resolve(refused.reason("no answer").from(Instant.EPOCH)).resolved())
        .isEqualTo(3);
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(other.accepted()).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void an_uncertain_message_that_is_sent_again_by_itself_goes_to_no_other_connector() {
    Provider provider = brief("carrier", PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script((_, _) -> Provider.Script.CUT);
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    SystemWaiting.until(
        () -> {
          try {
            return !uncertain("carrier").resolve(id, MessageResolution.REFUSED)
                && provider.askedFor(id) > 1;
          } catch (RequestException.Refused e) {
            return String.valueOf(e.getMessage()).contains("sent again by itself");
          }
        },
        () -> "refused");
  }

  @Test
  void a_second_message_of_an_id_holds_up_nobody() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    Stream stream = messaging().streams().stream(MessageStreams.ofChannel(Channel.SMS));
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ids.add("twice-" + i);
      // Somebody has put both past all that is to keep them out.
      var _ = stream.append(List.of(raw("twice-" + i, "one").unkeyedEvent()));
      var _ = stream.append(List.of(raw("twice-" + i, "two").unkeyedEvent()));
      ids.add(accept(sms(number(i), "")));
    }
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(provider.accepted()).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(messaging().log().events("twice-0"))
        .filteredOn(event -> event.kind() == MessageEventKind.FAILED)
        .singleElement()
        .satisfies(event -> assertThat(event.details().reason().orElseThrow()).contains("key"));
  }

  private Message raw(String id, String text) {
    return new Message(
        id,
        new MessageRecipient(shop, Channel.SMS, number(1), Optional.empty(), Optional.of("IT")),
        Optional.empty(),
        MessageContent.text(text),
        Optional.empty(),
        Map.of(),
        RoutingState.NONE);
  }

  @Test
  void nobody_can_resolve_a_message_that_may_be_with_its_provider_still() {
    SendOptions slow =
        new SendOptions(8, Duration.ofSeconds(10), Duration.ofHours(1), Optional.empty());
    Provider provider = provider("carrier", NO_PROMISE, PaceOptions.FREE, slow);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script((_, _) -> Provider.Script.CUT);
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    assertThat(uncertain("carrier").isOffered(id)).isFalse();
    assertThatThrownBy(() -> uncertain("carrier").resolve(id, MessageResolution.AGAIN))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("may be with its provider still");
  }

  @Test
  void an_uncertain_message_is_sent_again_by_itself_where_the_provider_recognises_it() {
    Provider provider = brief("carrier", PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script(
        (_, before) -> before == 0 ? Provider.Script.ACCEPT_AND_CUT : Provider.Script.ACCEPT);
    start();
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    awaitState(id, MessageState.SENT);
    assertThat(provider.askedFor(id)).isEqualTo(2);
    assertThat(provider.accepted()).containsExactly(id);
  }

  @Test
  void a_provider_forgets_a_message_that_came_to_its_connector_long_ago() {
    Duration remembered = Duration.ofSeconds(3);
    Provider provider =
        provider(
            "carrier",
            Optional.of(new RepeatPromise(remembered, false)),
            PaceOptions.FREE,
            options(200, 60_000));
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    Instant forgotten = Instant.now().plus(remembered);
    provider.script(
        (_, _) -> Instant.now().isAfter(forgotten) ? Provider.Script.CUT : Provider.Script.FAIL);
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.UNCERTAIN);
    assertThat(uncertain("carrier").list(10, Optional.empty()).uncertain())
        .extracting(UncertainMessage::sentAgain)
        .containsExactly(false);
  }

  @Test
  void a_throttled_connector_pauses_and_loses_nothing() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script(
        (message, before) ->
            before == 0 && message.to().endsWith("5")
                ? Provider.Script.THROTTLE
                : Provider.Script.ACCEPT);
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      some.add(sms(number(i), ""));
    }
    List<String> ids = accept(some);
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(provider.accepted()).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void receipts_leave_the_right_state_however_they_come() {
    provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    receive("carrier", receipt("p1", ReceiptKind.DELIVERED));
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.DELIVERED);
    receive(
        "carrier",
        receipt(providerId(id), ReceiptKind.SENT),
        receipt(providerId(id), ReceiptKind.DELIVERED),
        receipt("nobody", ReceiptKind.DELIVERED));
    receive("carrier", receipt(providerId(id), ReceiptKind.READ));
    awaitState(id, MessageState.READ);
    assertThat(messaging().log().events(id)).extracting(MessageEvent::kind).doesNotHaveDuplicates();
  }

  @Test
  void a_receipt_from_before_its_message_is_of_another_one() {
    provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    receivedBefore("carrier", receipt("p1", ReceiptKind.BOUNCED), Duration.ofDays(1));
    String id = accept(sms(number(1), ""));
    awaitState(id, MessageState.SENT);
    receive("carrier", receipt("p1", ReceiptKind.READ));
    awaitState(id, MessageState.READ);
    assertThat(messaging().log().events(id))
        .extracting(MessageEvent::kind)
        .doesNotContain(MessageEventKind.BOUNCED);
    assertThat(messaging().suppressions().find(shop, Channel.SMS, number(1))).isEmpty();
  }

  @Test
  void a_receipt_resolves_an_uncertain_message() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script((_, _) -> Provider.Script.CUT_NAMED);
    start();
    String late = accept(sms(number(1), ""));
    awaitState(late, MessageState.UNCERTAIN);
    receive("carrier", receipt("own-" + late, ReceiptKind.UNDELIVERED));
    awaitState(late, MessageState.UNDELIVERED);
    String id = accept(sms(number(2), ""));
    awaitState(id, MessageState.UNCERTAIN);
    receive("carrier", receipt("own-" + id, ReceiptKind.DELIVERED));
    awaitState(id, MessageState.DELIVERED);
    assertThat(messaging().log().events(id))
        .extracting(MessageEvent::kind)
        .contains(MessageEventKind.SENT);
    SystemWaiting.until(
        () -> uncertain("carrier").list(10, Optional.empty()).uncertain().isEmpty(),
        () -> "nothing is left to be resolved");
    assertThat(provider.askedFor(id)).isOne();
  }

  @ParameterizedTest
  @EnumSource(
      value = Provider.Script.class,
      names = {"TEAR", "TEAR_EARLY"})
  void receipts_of_its_parts_resolve_a_torn_message(Provider.Script script) {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script((_, _) -> script);
    start();
    receivedBefore("carrier", part(1, ReceiptKind.UNDELIVERED), Duration.ofDays(1));
    MessageContent text = MessageContent.text("x".repeat(400));
    String id = accept(NewMessage.of(shop, Channel.SMS, number(1), text));
    awaitState(id, MessageState.UNCERTAIN);
    receive("carrier", part(1, ReceiptKind.DELIVERED));
    awaitState(id, MessageState.SENT);
    receive("carrier", part(2, ReceiptKind.DELIVERED));
    SystemWaiting.until(
        () -> uncertain("carrier").list(10, Optional.empty()).uncertain().isEmpty(),
        () -> "nothing is left to be resolved");
    List<MessageEvent> events = messaging().log().events(id);
    assertThat(MessageHistory.state(events)).isEqualTo(MessageState.SENT);
    assertThat(events)
        .filteredOn(event -> event.kind() == MessageEventKind.SENT)
        .singleElement()
        .extracting(event -> event.parts().parts().orElse(0))
        .isEqualTo(3);
    assertThat(events)
        .filteredOn(event -> event.kind() == MessageEventKind.DELIVERED)
        .extracting(event -> event.parts().part().orElse(0))
        .startsWith(1);
  }

  private static Receipt part(int number, ReceiptKind kind) {
    return receipt(Provider.part(number(1), number), kind);
  }

  @Test
  void who_cannot_be_reached_by_anybody_is_suppressed_and_nobody_else_is_asked() {
    Provider provider = provider("relay", NO_PROMISE);
    Provider other = provider("other", NO_PROMISE);
    rule(Channel.SMS, List.of("relay"), List.of("other"));
    provider.script(
        (message, _) ->
            message.to().equals(number(1)) ? Provider.Script.BOUNCE : Provider.Script.UNSUBSCRIBE);
    start();
    String bounced = accept(sms(number(1), ""));
    String stopped = accept(sms(number(2), ""));
    awaitState(bounced, MessageState.UNDELIVERED);
    awaitState(stopped, MessageState.FAILED);
    SystemWaiting.until(
        () ->
            suppressed(number(1)).equals(Optional.of(SuppressionReason.BOUNCED))
                && suppressed(number(2)).equals(Optional.of(SuppressionReason.UNSUBSCRIBED)),
        () -> suppressed(number(1)) + " " + suppressed(number(2)));
    awaitState(accept(sms(number(1), "")), MessageState.SUPPRESSED);
    awaitState(accept(sms(number(2), "")), MessageState.SUPPRESSED);
    assertThat(other.accepted()).isEmpty();
    assertThat(provider.askedFor(bounced)).isOne();
  }

  private Optional<SuppressionReason> suppressed(String to) {
    return messaging().suppressions().find(shop, Channel.SMS, to).map(Suppression::reason);
  }

  @Test
  void who_wants_no_more_gets_no_more() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    String first = accept(sms(number(1), ""));
    awaitState(first, MessageState.SENT);
    receive("carrier", receipt(providerId(first), ReceiptKind.UNSUBSCRIBED));
    SystemWaiting.until(
        () ->
            messaging().log().events(first).stream()
                .anyMatch(event -> event.kind() == MessageEventKind.UNSUBSCRIBED),
        () -> "unsubscribed");
    String second = accept(sms(number(1), ""));
    awaitState(second, MessageState.SUPPRESSED);
    assertThat(provider.accepted()).containsExactly(first);
  }

  @Test
  void a_message_waits_for_its_time_and_can_be_taken_back_until_then() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    start();
    Instant soon = Instant.now().plusMillis(500);
    String sent = accept(at(sms(number(1), ""), soon, Optional.empty()));
    String cancelled =
        accept(at(sms(number(2), ""), Instant.now().plusSeconds(3_600), Optional.empty()));
    assertThat(messaging().cancel(cancelled)).isTrue();
    awaitState(cancelled, MessageState.CANCELLED);
    assertThat(messaging().cancel(cancelled)).isFalse();
    awaitState(sent, MessageState.SENT);
    assertThat(Instant.now()).isAfterOrEqualTo(soon);
    assertThat(provider.accepted()).containsExactly(sent);
    assertThat(messaging().cancel(sent)).isFalse();
  }

  @Test
  void what_is_too_late_is_not_sent() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script((_, _) -> Provider.Script.FAIL);
    start();
    String id =
        accept(at(sms(number(1), ""), Instant.EPOCH, Optional.of(Instant.now().plusSeconds(1))));
    awaitState(id, MessageState.EXPIRED);
    assertThat(provider.accepted()).isEmpty();
  }

  @Test
  void messages_leave_at_the_pace_of_their_connector() {
    Provider provider =
        provider(
            "slow",
            NO_PROMISE,
            new PaceOptions(Optional.of(1_200), Optional.empty(), Optional.empty()),
            options(5_000, 60_000));
    rule(Channel.SMS, List.of("slow"), List.of());
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      some.add(sms(number(i), ""));
    }
    Instant began = Instant.now();
    List<String> ids = accept(some);
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(Duration.between(began, Instant.now())).isGreaterThan(Duration.ofSeconds(1));
    assertThat(provider.accepted()).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void what_has_come_due_leaves_at_the_pace_over_a_pause_and_a_restart() {
    Provider provider = provider("slow", NO_PROMISE, PaceOptions.FREE, options(5_000, 60_000));
    rule(Channel.SMS, List.of("slow"), List.of());
    provider.script((_, _) -> Provider.Script.THROTTLE_LONG);
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      some.add(sms(number(i), ""));
    }
    List<String> ids = accept(some);
    ids.forEach(id -> awaitState(id, MessageState.ROUTED));
    SystemWaiting.until(() -> sender("slow").isPaused(), () -> "a pause");

    List<Instant> called = Collections.synchronizedList(new ArrayList<>());
    provider.script(
        (_, _) -> {
          called.add(Instant.now());
          return called.size() == 15 ? Provider.Script.THROTTLE_LONG : Provider.Script.ACCEPT;
        });
    // 4 in a second, by a clock that is ten times as fast.
    pace("slow", new PaceOptions(Optional.of(240), Optional.empty(), Optional.empty()));
    SystemWaiting.until(() -> called.size() >= 15, () -> "called: " + called.size());
    restart();
    ids.forEach(id -> awaitState(id, MessageState.SENT));
    assertThat(provider.accepted()).containsExactlyInAnyOrderElementsOf(ids);
    for (Instant from : called) {
      assertThat(called.stream().filter(at -> isWithin(at, from, Duration.ofMillis(300))).count())
          .isLessThanOrEqualTo(12 + 5 + 3); // three may be held up before
    }
  }

  private static boolean isWithin(Instant at, Instant from, Duration duration) {
    return !at.isBefore(from) && at.isBefore(from.plus(duration));
  }

  @Test
  void what_nobody_could_get_is_refused_with_a_sentence() {
    start();
    assertThat(answer(sms("+39", "")).refusal().orElseThrow())
        .hasMessageContaining("to: +39 (expected: a number");
    assertThat(answer(sms("333 123", "")).refusal().orElseThrow())
        .hasMessageContaining("with + and the country");
    assertThat(answer(at(sms(number(1), ""), Instant.EPOCH, Optional.of(Instant.EPOCH))).refusal())
        .isPresent();
  }

  private static NewMessage at(NewMessage message, Instant sendAt, Optional<Instant> expiresAt) {
    NewMessage waiting = message.sendAt(sendAt);
    return expiresAt.map(waiting::expiresAt).orElse(waiting);
  }

  @Test
  void somebody_resolves_what_is_uncertain() {
    Provider provider = brief("carrier", NO_PROMISE);
    Provider other = provider("other", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of("other"));
    provider.script(
        (message, before) -> before == 0 ? Provider.Script.CUT : Provider.Script.ACCEPT);
    start();
    String sent = accept(sms(number(1), ""));
    String refused = accept(sms(number(2), ""));
    String again = accept(sms(number(3), ""));
    awaitState(sent, MessageState.UNCERTAIN);
    awaitState(refused, MessageState.UNCERTAIN);
    awaitState(again, MessageState.UNCERTAIN);
    UncertainMessages uncertain = uncertain("carrier");
    SystemWaiting.until(() -> uncertain.isOffered(again), () -> "offered");
    SystemWaiting.until(
        () -> uncertain.isOffered(refused) && uncertain.isOffered(sent), () -> "offered");
    assertThat(uncertain.resolve(sent, MessageResolution.SENT)).isTrue();
    assertThat(uncertain.resolve(refused, MessageResolution.REFUSED)).isTrue();
    assertThat(uncertain.resolve(again, MessageResolution.AGAIN)).isTrue();
    awaitState(sent, MessageState.SENT);
    awaitState(refused, MessageState.SENT);
    awaitState(again, MessageState.SENT);
    assertThat(other.accepted()).containsExactly(refused);
    assertThat(provider.accepted()).containsExactly(again);
    assertThat(uncertain.resolve(sent, MessageResolution.AGAIN)).isFalse();
  }
}
