package io.messina.server.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import io.messina.server.RunningNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Usage and campaigns over HTTP, of messages that were told of in the days before. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class UsageTest {

  private static final String CAMPAIGN = "/v1/accounts/shop/campaigns/spring%20sale";

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;
  private static Instant now;
  private static String today;
  private static String yesterday;

  private static String day(int before) {
    return now.minus(Duration.ofDays(before)).toString().substring(0, 10);
  }

  @BeforeAll
  static void start() throws Exception {
    now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    today = day(0);
    yesterday = day(1);
    node = RunningNode.in(folder, "--durability", "os", "--messages-shards", "2");
    var _ = node.awaited("/v1/usage", usage -> usage.get("rows").isEmpty());
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", CAMPAIGN, "");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", "/v1/usage?account=shop", "");
    node.json(201, "PUT", "/v1/accounts/shop", "{}");
    var _ = node.awaited(CAMPAIGN, report -> report.get("totals").isEmpty());
    node.json(
        201,
        "PUT",
        "/v1/connectors/carrier",
        "{\"sandbox\":{},\"prices\":{\"IT\":\"0.045\"},\"currency\":\"EUR\"}");
    List<MessageEvent> events = new ArrayList<>();
    events.addAll(sent("m1", "shop", "carrier", Optional.of("IT"), 1, 3));
    events.addAll(sent("m2", "shop", "carrier", Optional.of("IT"), 1, 1));
    events.addAll(sent("m3", "shop", "carrier", Optional.of("FR"), 1, 2));
    events.addAll(sent("m4", "shop", "gone, \"long\" ago", Optional.empty(), 0, 1));
    events.addAll(sent("m5", "other", "carrier", Optional.of("IT"), 0, 1));
    events.add(event("m1", "shop", MessageEventKind.DELIVERED, 0, Optional.of("IT")));
    events.add(event("m6", "shop", MessageEventKind.ACCEPTED, 0, Optional.of("IT")));
    node.node().messaging().streams().publish(events);
    var _ = node.awaited("/v1/usage", usage -> usage.get("rows").size() == 4);
    var _ = node.awaited(CAMPAIGN, report -> report.get("totals").size() == 3);
  }

  @Test
  void what_belongs_to_the_server_itself_is_read_and_followed_only() throws Exception {
    String events = "/v1/streams/messages.events";
    for (String stream : List.of(events, "/v1/streams/messages.to.carrier")) {
      refused("POST", stream + "/events", "{\"kind\":\"sent\"}");
      refused("PUT", stream, "{\"retention\":\"1s\"}");
      refused("PATCH", stream, "{\"retention\":\"1s\"}");
      refused("DELETE", stream, "");
      refused("DELETE", stream + "/scheduled/1", "");
    }
    for (String group :
        List.of(
            "/v1/streams/messages.to.carrier/groups/sender",
            "/v1/streams/messages.sms/groups/router",
            events + "/groups/tracker",
            events + "/groups/aggregate.messages.usage.1")) {
      refused("PUT", group, "{}");
      refused("PATCH", group, "{}");
      refused("DELETE", group, "");
      refused("POST", group + "/seek", "{\"to\":\"earliest\"}");
      refused("POST", group + "/purge", "");
    }
    String sender = "/v1/streams/messages.to.carrier/groups/sender";
    refused("POST", sender + "/claim", "{}");
    refused("POST", sender + "/ack", "{\"receipts\":[]}");
    refused("POST", sender + "/dead-letters/redrive", "{\"all\":true}");
    refused("POST", sender + "/dead-letters/discard", "{\"all\":true}");
    refused("POST", events + "/groups/tracker/shards/0/commit", "{\"position\":\"1.1\"}");
    assertThat(node.json(200, "GET", sender + "/dead-letters", "").get("dead_letters")).isEmpty();
    assertThat(node.json(200, "GET", events + "/events?shard=0", "").has("events")).isTrue();
    node.json(201, "PUT", events + "/groups/mine", "{}");
    node.json(200, "POST", events + "/groups/mine/claim", "{}");
    node.json(204, "POST", events + "/groups/mine/seek", "{\"to\":\"earliest\"}");
    node.json(204, "DELETE", events + "/groups/mine", "");
    node.json(201, "PUT", "/v1/streams/orders", "{\"shards\":1}");
    refused("PUT", "/v1/streams/orders/groups/features.x.1", "{}");
    refused("PUT", "/v1/streams/orders/groups/enrichment.x.1", "{}");
    refused("PUT", "/v1/streams/aggregate.x.1.members.1", "{}");
    node.json(201, "PUT", "/v1/streams/orders/groups/features", "{}");
    node.json(201, "PUT", "/v1/streams/leases.orders.1.job", "{\"shards\":1}");
    node.json(202, "POST", "/v1/streams/leases.orders.1.job/events", "{}");
    refused(
        "POST",
        "/v1/streams/orders/groups/features/ack",
        "{\"receipts\":[{\"receipt\":\"x\",\"outputs\":[{\"stream\":\"messages.to.carrier\",\"payload\":1}]}]}");
  }

  private static void refused(String method, String path, String body) throws Exception {
    node.problem(ProblemCode.RESERVED, method, path, body);
  }

  private static List<MessageEvent> sent(
      String message,
      String account,
      String connector,
      Optional<String> country,
      int daysAgo,
      int parts) {
    return Stream.of(MessageEventKind.ACCEPTED, MessageEventKind.SENT)
        .map(kind -> event(message, account, kind, daysAgo, country).through(connector))
        .map(event -> event.known(List.of("p" + message), parts))
        .toList();
  }

  private static MessageEvent event(
      String message,
      String account,
      MessageEventKind kind,
      int daysAgo,
      Optional<String> country) {
    Channel channel = country.isPresent() ? Channel.SMS : Channel.EMAIL;
    return new MessageEvent(
        message,
        new MessageRecipient(
            new AccountName(account),
            channel,
            "+393331234567",
            Optional.of("spring sale"),
            country),
        kind,
        kind == MessageEventKind.ACCEPTED ? 0 : 1,
        now.minus(Duration.ofDays(daysAgo)),
        MessageParts.NONE,
        MessageDetails.NONE);
  }

  @Test
  void usage_is_by_day_account_channel_connector_and_country_with_amounts_where_there_is_a_price()
      throws Exception {
    JsonNode usage = node.json(200, "GET", "/v1/usage?account=shop", "");
    assertThat(usage.get("rows").toString())
        .isEqualTo(
            """
            [{"account":"shop","channel":"sms","connector":"carrier","country":"FR","day":"%s",\
            "messages":1,"parts":2,"incomplete":false},\
            {"account":"shop","channel":"sms","connector":"carrier","country":"IT","day":"%s",\
            "messages":2,"parts":4,"amount":"0.18","currency":"EUR","incomplete":false},\
            {"account":"shop","channel":"email","connector":"gone, \\"long\\" ago","day":"%s",\
            "messages":1,"parts":1,"incomplete":false}]\
            """
                .formatted(yesterday, yesterday, today));
    assertThat(usage.get("missing")).isEmpty();
    assertThat(usage.get("complete_to").isString()).isTrue();
  }

  @Test
  void days_are_wanted_from_one_to_before_another() throws Exception {
    assertThat(connectors("?account=shop&from=" + today)).containsExactly("gone, \"long\" ago");
    assertThat(connectors("?account=shop&to=" + today)).containsExactly("carrier", "carrier");
    assertThat(connectors("?from=%s&to=%s".formatted(today, today))).isEmpty();
  }

  private static List<String> connectors(String query) throws Exception {
    return node.json(200, "GET", "/v1/usage" + query, "")
        .get("rows")
        .valueStream()
        .map(row -> row.get("connector").stringValue())
        .toList();
  }

  @Test
  void pages_follow_each_other() throws Exception {
    List<JsonNode> rows = new ArrayList<>();
    String after = "";
    while (true) {
      JsonNode page = node.json(200, "GET", "/v1/usage?limit=1" + after, "");
      assertThat(page.get("rows")).hasSize(1);
      rows.add(page.get("rows").get(0));
      if (!page.has("next")) {
        break;
      }
      after = "&after=" + page.get("next").stringValue();
    }
    JsonNode all = node.json(200, "GET", "/v1/usage", "").get("rows");
    assertThat(rows).containsExactlyElementsOf(all.valueStream().toList());
  }

  @Test
  void rows_come_as_csv_too() throws Exception {
    HttpResponse<String> csv = node.send("GET", "/v1/usage?account=shop", "", "Accept: text/csv");
    assertThat(csv.headers().firstValue("content-type").orElseThrow()).contains("text/csv");
    assertThat(csv.body().split("\r\n"))
        .containsExactly(
            "account,channel,connector,country,day,messages,parts,amount,currency,incomplete",
            "shop,sms,carrier,FR," + yesterday + ",1,2,,,false",
            "shop,sms,carrier,IT," + yesterday + ",2,4,0.18,EUR,false",
            "shop,email,\"gone, \"\"long\"\" ago\",," + today + ",1,1,,,false");
    HttpResponse<String> page = node.send("GET", "/v1/usage?limit=1", "", "Accept: text/csv");
    assertThat(page.headers().firstValue("Messina-Next")).isPresent();
  }

  @Test
  void a_campaign_is_counted_by_present_states() throws Exception {
    assertThat(node.json(200, "GET", CAMPAIGN, "").get("totals").toString())
        .isEqualTo("{\"accepted\":1,\"sent\":3,\"delivered\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=yesterday",
        "to=2026-02-30",
        "from=1969-12-31",
        "from=%2B12026-01-01",
        "limit=0",
        "limit=10001",
        "account=A%20shop",
        "after=*",
        "after=zz",
        "day=2026-03-01"
      })
  void what_cannot_be_is_refused_with_a_sentence(String query) throws Exception {
    HttpResponse<String> answer = node.send("GET", "/v1/usage?" + query, "");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("(expected: ");
  }

  @Test
  void no_aggregate_of_a_user_takes_the_names_of_those_of_messages() throws Exception {
    HttpResponse<String> answer =
        node.send(
            "PUT",
            "/v1/aggregates/messages.usage",
            "{\"stream\":\"messages.events\",\"kind\":\"count\",\"window\":\"1d\"}");
    assertThat(answer.statusCode()).isBetween(400, 499);
    assertThat(answer.body()).contains("does not begin with messages.");
  }
}
