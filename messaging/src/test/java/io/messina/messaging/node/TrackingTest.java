package io.messina.messaging.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionPage;
import io.messina.api.message.account.SuppressionReason;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.api.message.report.EndpointReport;
import io.messina.api.message.report.MessageResolution;
import io.messina.api.message.report.UncertainMessage;
import io.messina.api.message.report.UncertainPage;
import io.messina.connectors.RepeatPromise;
import io.messina.messaging.recipient.Suppressions;
import io.messina.runtime.RequestException;
import io.messina.stream.EventAddress;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.SystemWaiting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told of messages, who gets none, and what becomes of endpoints that take none. */
@Timeout(120)
class TrackingTest extends MessagingFixture {

  private static final Optional<RepeatPromise> NO_PROMISE = Optional.empty();
  private static final Optional<RepeatPromise> PROMISE =
      Optional.of(new RepeatPromise(Duration.ofHours(24), false));
  private static final String URL = "https://hooks.example.com/orders";

  private NewMessage message(String rest) {
    String json = "{\"account\":\"%s\",%s}".formatted(shop, rest);
    return Wire.request(StrictJson.read(json.getBytes(StandardCharsets.UTF_8)), NewMessage.class);
  }

  private NewMessage webhook(String url) {
    return message(
        "\"channel\":\"webhook\",\"to\":\"%s\",\"content\":{\"data\":{\"order\":1}}"
            .formatted(url));
  }

  private NewMessage mail(String to) {
    return message(
        ("\"channel\":\"email\",\"to\":\"%s\",\"content\":{\"subject\":\"News\",\"text\":\"None.\"},"
             + "\"campaign\":\"spring\"")
            .formatted(to));
  }

  private List<MessageEventKind> kinds(String message) {
    return messaging().log().events(message).stream().map(MessageEvent::kind).toList();
  }

  @Test
  void a_search_goes_through_all_messages_page_by_page_and_can_ask_for_a_state() {
    Provider provider = provider("carrier", NO_PROMISE);
    rule(Channel.SMS, List.of("carrier"), List.of());
    provider.script(
        (message, _) ->
            message.to().endsWith("3") ? Provider.Script.REFUSE : Provider.Script.ACCEPT);
    start();
    List<NewMessage> some = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      some.add(sms(number(i), ""));
    }
    List<String> ids = accept(some);
    for (int i = 0; i < 40; i++) {
      awaitState(ids.get(i), i % 10 == 3 ? MessageState.FAILED : MessageState.SENT);
    }
    MessageQuery all = MessageQuery.ofCampaign(shop, "parcels");
    assertThat(searched(all.limit(7))).containsExactlyElementsOf(new TreeSet<>(ids));
    assertThat(searched(all.in(MessageState.FAILED).limit(2)))
        .containsExactlyInAnyOrder(ids.get(3), ids.get(13), ids.get(23), ids.get(33));
    assertThat(searched(all.in(MessageState.READ))).isEmpty();
    assertThat(searched(MessageQuery.to(shop, number(5)))).containsExactly(ids.get(5));
  }

  private List<String> searched(MessageQuery query) {
    List<String> found = new ArrayList<>();
    MessagePage page = messaging().log().search(query);
    while (true) {
      assertThat(page.messages()).hasSizeLessThanOrEqualTo(query.limit());
      page.messages().stream().map(MessageReport::message).forEach(found::add);
      if (page.next().isEmpty()) {
        return found;
      }
      page = messaging().log().search(query.after(page.next().get()));
    }
  }

  @Test
  void somebody_says_who_gets_nothing_and_takes_it_back() {
    Provider provider = provider("post", NO_PROMISE);
    rule(Channel.EMAIL, List.of("post"), List.of());
    start();
    Suppressions suppressions = messaging().suppressions();
    Suppression added =
        suppressions.put(shop, Channel.EMAIL, "Ada@Example.com", SuppressionReason.ADDED);
    assertThat(added.recipient()).isEqualTo("ada@example.com");
    assertThat(suppressions.find(shop, Channel.EMAIL, "ada@example.COM")).contains(added);
    String suppressed = accept(mail("ADA@example.com"));
    String sent = accept(mail("bob@example.com"));
    awaitState(suppressed, MessageState.SUPPRESSED);
    awaitState(sent, MessageState.SENT);
    assertThat(provider.accepted()).containsExactly(sent);
    assertThat(suppressions.delete(shop, Channel.EMAIL, "ada@example.com")).isTrue();
    assertThat(suppressions.delete(shop, Channel.EMAIL, "ada@example.com")).isFalse();
    awaitState(accept(mail("ada@example.com")), MessageState.SENT);
    assertThat(state(suppressed)).isEqualTo(MessageState.SUPPRESSED);
    assertThatThrownBy(() -> suppressions.put(shop, Channel.SMS, "333", SuppressionReason.ADDED))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("with + and the country");
  }

  @Test
  void suppressions_are_listed_by_channel_and_recipient() {
    provider("carrier", NO_PROMISE);
    start();
    Suppressions suppressions = messaging().suppressions();
    for (int i = 0; i < 5; i++) {
      var _ = suppressions.put(shop, Channel.SMS, number(i), SuppressionReason.ADDED);
      var _ = suppressions.put(shop, Channel.EMAIL, i + "@a.it", SuppressionReason.BOUNCED);
    }
    List<String> found = new ArrayList<>();
    SuppressionPage page = suppressions.list(shop, Optional.empty(), Optional.empty(), 3);
    while (page.next().isPresent()) {
      page.suppressions().forEach(each -> found.add(each.recipient()));
      page =
          suppressions.list(shop, Optional.empty(), page.next().map(Suppressions.Place::parse), 3);
    }
    page.suppressions().forEach(each -> found.add(each.recipient()));
    assertThat(found)
        .containsExactly(
            "0@a.it", "1@a.it", "2@a.it", "3@a.it", "4@a.it", number(0), number(1), number(2),
            number(3), number(4));
    assertThat(
            suppressions.list(shop, Optional.of(Channel.SMS), Optional.empty(), 10).suppressions())
        .hasSize(5)
        .allMatch(each -> each.reason() == SuppressionReason.ADDED);
  }

  @Test
  void an_endpoint_that_is_gone_gets_no_more_until_somebody_says_so() {
    Provider provider = provider("hooks", PROMISE);
    rule(Channel.WEBHOOK, List.of("hooks"), List.of());
    provider.script((_, _) -> Provider.Script.GONE);
    start();
    String first = accept(webhook(URL));
    awaitState(first, MessageState.SUPPRESSED);
    assertThat(kinds(first)).contains(MessageEventKind.DISABLED, MessageEventKind.REFUSED);
    String second = accept(webhook(URL));
    awaitState(second, MessageState.SUPPRESSED);
    assertThat(provider.askedFor(second)).isZero();
    assertThat(kinds(second)).doesNotContain(MessageEventKind.DISABLED);
    Suppressions suppressions = messaging().suppressions();
    assertThat(suppressions.find(shop, Channel.WEBHOOK, URL).orElseThrow().reason())
        .isEqualTo(SuppressionReason.DISABLED);
    provider.script((_, _) -> Provider.Script.ACCEPT);
    assertThat(suppressions.delete(shop, Channel.WEBHOOK, URL)).isTrue();
    awaitState(accept(webhook(URL)), MessageState.SENT);
  }

  @Test
  void an_endpoint_that_has_failed_for_days_is_disabled_and_one_that_works_again_is_not() {
    Provider provider = provider("hooks", PROMISE);
    rule(Channel.WEBHOOK, List.of("hooks"), List.of());
    provider.script(
        (message, before) ->
            message.to().equals(URL) || before == 0
                ? Provider.Script.FAIL
                : Provider.Script.ACCEPT);
    start();
    String other = "https://hooks.example.com/other";
    failing(URL, Duration.ofDays(6));
    failing(other, Duration.ofDays(4));
    String quiet = "https://hooks.example.com/quiet";
    Instant once = Instant.now().minus(Duration.ofDays(6));
    endpoint(quiet, once, once);
    String works = accept(webhook(other));
    awaitState(works, MessageState.SENT);
    awaitState(accept(webhook(quiet)), MessageState.SENT);
    String failed = accept(webhook(URL));
    awaitState(failed, MessageState.SUPPRESSED);
    assertThat(kinds(failed)).contains(MessageEventKind.DISABLED);
    assertThat(provider.askedFor(failed)).isOne();
    SystemWaiting.until(
        () -> failing().stream().map(EndpointReport::url).toList().equals(List.of(URL)),
        () -> failing().toString());
  }

  private void failing(String url, Duration since) {
    endpoint(url, Instant.now().minus(since), Instant.now().minusSeconds(3_600));
  }

  private List<EndpointReport> failing() {
    return messaging().endpoints().list(shop, Optional.empty(), 10).endpoints();
  }

  @FullBuild("the wait that the handler of such a webhook asks for, by SendHandlerTest")
  @Test
  void a_webhook_that_is_not_taken_waits_by_the_schedule_of_webhooks() {
    SendOptions usual =
        new SendOptions(8, Duration.ofSeconds(1), Duration.ofDays(5), Optional.empty());
    Provider provider = provider("hooks", PROMISE, PaceOptions.FREE, usual);
    rule(Channel.WEBHOOK, List.of("hooks"), List.of());
    provider.script((_, before) -> before == 0 ? Provider.Script.FAIL : Provider.Script.ACCEPT);
    start();
    Instant began = Instant.now();
    String id = accept(webhook(URL));
    awaitState(id, MessageState.SENT);
    assertThat(Duration.between(began, Instant.now())).isGreaterThan(Duration.ofSeconds(4));
  }

  @Test
  void what_is_uncertain_is_listed_with_when_it_can_be_resolved_and_whether_that_is_needed() {
    Provider plain = brief("plain", NO_PROMISE);
    rule(Channel.SMS, List.of("plain"), List.of());
    plain.script((_, _) -> Provider.Script.CUT);
    start();
    List<String> ids = accept(List.of(sms(number(1), ""), sms(number(2), ""), sms(number(3), "")));
    ids.forEach(id -> awaitState(id, MessageState.UNCERTAIN));
    List<UncertainMessage> found = listed(2);
    assertThat(found)
        .extracting(UncertainMessage::message)
        .containsExactlyInAnyOrderElementsOf(ids);
    assertThat(found).allMatch(each -> each.resolvableFrom().isAfter(each.since()));
    assertThat(found).allMatch(each -> !each.sentAgain() && each.reason().contains("no answer"));
    SystemWaiting.until(() -> uncertain("plain").isOffered(ids.getFirst()), () -> "offered");
    assertThat(uncertain("plain").resolve(ids.getFirst(), MessageResolution.SENT)).isTrue();
    awaitState(ids.getFirst(), MessageState.SENT);
    assertThat(listed(2)).hasSize(2);
  }

  @Test
  void what_somebody_says_was_sent_has_the_parts_of_its_text() {
    Provider plain = brief("plain", NO_PROMISE);
    rule(Channel.SMS, List.of("plain"), List.of());
    plain.script((_, _) -> Provider.Script.CUT);
    start();
    MessageContent text = MessageContent.text("x".repeat(400));
    String id = accept(NewMessage.of(shop, Channel.SMS, number(1), text));
    awaitState(id, MessageState.UNCERTAIN);
    SystemWaiting.until(() -> uncertain("plain").isOffered(id), () -> "offered");
    assertThat(uncertain("plain").resolve(id, MessageResolution.SENT)).isTrue();
    awaitState(id, MessageState.SENT);
    assertThat(messaging().log().events(id))
        .filteredOn(event -> event.kind() == MessageEventKind.SENT)
        .singleElement()
        .extracting(event -> event.parts().parts().orElse(0))
        .isEqualTo(3);
  }

  private List<UncertainMessage> listed(int limit) {
    List<UncertainMessage> found = new ArrayList<>();
    UncertainPage page = uncertain("plain").list(limit, Optional.empty());
    while (page.next().isPresent()) {
      found.addAll(page.uncertain());
      page = uncertain("plain").list(limit, page.next().map(EventAddress::parse));
    }
    return found;
  }
}
