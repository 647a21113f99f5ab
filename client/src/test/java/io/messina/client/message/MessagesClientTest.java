package io.messina.client.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageResult;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.report.MessageResolution;
import io.messina.api.message.report.ResolvedSome;
import io.messina.api.message.report.ResolvingSome;
import io.messina.api.message.report.UsageRows;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Background;
import io.messina.client.internal.ManualSurroundings;
import io.messina.client.internal.ScriptedServer;
import io.messina.client.internal.ScriptedServer.Request;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MessagesClientTest {

  /** Three quarters of 100 ms, as the random number is one half. */
  private static final Duration FIRST_WAIT = Duration.ofMillis(75);

  private final ScriptedServer server = new ScriptedServer();
  private final ManualSurroundings surroundings = new ManualSurroundings();
  private final MessinaClient client = server.client(surroundings).build();
  private final MessagesClient messages = client.messages();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static final NewMessage SMS =
      NewMessage.of(
          new AccountName("shop"), Channel.SMS, "+390612345678", MessageContent.text("hi"));

  @Test
  void a_message_without_a_key_gets_one_and_keeps_it_when_it_is_sent_again() {
    CompletableFuture<MessageResult> accepted = Background.call(() -> messages.accept(SMS));
    Request first = server.next();
    first.hangUp();
    surroundings.fire(FIRST_WAIT);
    Request second = server.next();
    second.answer(202, "{\"message\":\"m1\",\"repeated\":true}");
    assertThat(accepted.join()).isEqualTo(MessageResult.accepted("m1", true));
    assertThat(first.what()).isEqualTo("POST /v1/messages");
    assertThat(first.body()).contains("\"key\":\"key-1\"");
    assertThat(second.body()).isEqualTo(first.body());
  }

  @Test
  void a_key_of_ones_own_is_kept() {
    var unused = Background.call(() -> messages.accept(SMS.key("order-17")));
    assertThat(server.next().body()).contains("\"key\":\"order-17\"").doesNotContain("key-1");
  }

  @Test
  void a_key_that_is_pending_is_tried_again() {
    CompletableFuture<MessageResult> accepted =
        Background.call(() -> messages.accept(SMS.key("order-17")));
    server.next().refuse(409, "key_pending");
    surroundings.fire(FIRST_WAIT);
    server.next().answer(202, "{\"message\":\"m1\",\"repeated\":true}");
    assertThat(accepted.join().message()).contains("m1");
  }

  @Test
  void a_key_of_another_message_is_refused() {
    CompletableFuture<MessageResult> accepted =
        Background.call(() -> messages.accept(SMS.key("order-17")));
    server.next().refuse(422, "key_mismatch");
    assertThatThrownBy(accepted::join).hasCauseInstanceOf(MessinaException.Refused.class);
  }

  @Test
  void many_are_lines_of_one_request_and_each_has_a_key_and_a_result() {
    var answer = Background.call(() -> messages.acceptAll(List.of(SMS, SMS.key("mine"))));
    Request request = server.next();
    assertThat(request.header("Content-Type")).contains("application/x-ndjson");
    assertThat(request.body().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"key\":\"key-1#0\""),
            line -> assertThat(line).contains("\"key\":\"mine\""));
    request.answer(
        202,
        "{\"accepted\":1,\"repeated\":0,\"refused\":1,\"messages\":["
            + "{\"message\":\"m1\",\"repeated\":false},"
            + "{\"line\":1,\"code\":\"wrong_type\",\"detail\":\"d\"}]}");
    assertThat(answer.join().messages())
        .satisfiesExactly(
            result -> assertThat(result.message()).contains("m1"),
            result -> assertThat(result.code()).contains("wrong_type"));
  }

  @Test
  void a_page_of_a_search_names_what_is_wanted_and_where_it_begins() {
    MessageSelection failed =
        MessageSelection.ofCampaign("shop", "spring sale").in(MessageState.FAILED);
    var page = Background.call(() -> messages.page(failed, Optional.of("x")));
    Request request = server.next();
    request.answer(200, "{\"messages\":[]}");
    assertThat(request.what())
        .isEqualTo(
            "GET /v1/messages?account=shop&campaign=spring%20sale&state=failed&limit=1000&after=x");
    assertThat(page.join().next()).isEmpty();
  }

  @Test
  void a_decision_is_not_repeated_if_it_may_have_been_made() {
    var resolved = Background.call(() -> messages.resolve("m 1", MessageResolution.AGAIN));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("POST /v1/messages/m%201/resolve");
    assertThat(request.body()).isEqualTo("{\"as\":\"again\"}");
    request.hangUp();
    assertThatThrownBy(resolved::join).hasCauseInstanceOf(MessinaException.Unknown.class);
  }

  @Test
  void uncertain_messages_are_resolved_page_by_page() {
    ResolvingSome wanted =
        ResolvingSome.all(MessageResolution.REFUSED)
            .reason("status 502")
            .from(Instant.parse("2026-11-28T10:00:00Z"));
    var resolved = Background.call(() -> messages.connector("carrier").resolve(wanted));
    Request first = server.next();
    assertThat(first.what()).isEqualTo("POST /v1/connectors/carrier/uncertain/resolve");
    String body = "{\"as\":\"refused\",\"reason\":\"status 502\",\"from\":\"2026-11-28T10:00:00Z\"";
    assertThat(first.body()).isEqualTo(body + "}");
    first.answer(200, "{\"resolved\":2,\"left\":1,\"next\":\"n\"}");
    Request second = server.next();
    assertThat(second.body()).isEqualTo(body + ",\"after\":\"n\"}");
    second.answer(200, "{\"resolved\":1,\"left\":0}");
    assertThat(resolved.join()).isEqualTo(new ResolvedSome(3, 1, Optional.empty()));
  }

  @Test
  void usage_is_that_of_all_pages() {
    UsageSelection march =
        UsageSelection.ALL
            .of("shop")
            .between(LocalDate.parse("2026-03-01"), LocalDate.parse("2026-04-01"));
    CompletableFuture<UsageRows> usage = Background.call(() -> messages.usage(march));
    Request first = server.next();
    assertThat(first.what()).isEqualTo("GET /v1/usage?account=shop&from=2026-03-01&to=2026-04-01");
    first.answer(200, "{\"rows\":[" + row("2026-03-01") + "],\"missing\":[],\"next\":\"n\"}");
    Request second = server.next();
    assertThat(second.what()).endsWith("&after=n");
    second.answer(200, "{\"rows\":[" + row("2026-03-02") + "],\"missing\":[3]}");
    assertThat(usage.join().rows()).hasSize(2);
    assertThat(usage.join().missing()).containsExactly(3);
  }

  private static String row(String day) {
    return "{\"account\":\"shop\",\"channel\":\"sms\",\"connector\":\"c\",\"day\":\""
        + day
        + "\",\"messages\":1,\"parts\":1,\"incomplete\":false}";
  }

  @Test
  void an_account_is_created_only_if_it_is_not_there() {
    var made =
        Background.call(() -> messages.account("shop").ifAbsent().create(AccountOptions.DEFAULT));
    Request request = server.next();
    assertThat(request.what()).isEqualTo("PUT /v1/accounts/shop");
    assertThat(request.header("If-None-Match")).contains("*");
    request.answer(201, "{\"name\":\"shop\",\"generation\":1,\"tag\":\"t\"}");
    assertThat(made.join().name()).isEqualTo(new AccountName("shop"));
  }

  @Test
  void a_recipient_is_a_part_of_a_path() {
    var unused =
        Background.call(
            () -> {
              messages.account("shop").unsuppress(Channel.WEBHOOK, "https://a.example/b?c");
              return true;
            });
    assertThat(server.next().what())
        .isEqualTo("DELETE /v1/accounts/shop/suppressions/webhook/https%3A%2F%2Fa.example%2Fb%3Fc");
  }
}
