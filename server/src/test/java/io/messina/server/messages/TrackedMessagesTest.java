package io.messina.server.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.NewMessage;
import io.messina.connectors.http.ProviderDouble;
import io.messina.connectors.http.Script;
import io.messina.connectors.smtp.ScriptedSmtpServer;
import io.messina.server.RunningNode;
import io.messina.stream.json.ApiJson;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is told of messages over HTTP, and what somebody does about them. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class TrackedMessagesTest {

  private static final String SUPPRESSIONS = "/v1/accounts/shop/suppressions";
  private static final Pattern LINK =
      Pattern.compile("List-Unsubscribe:\\s*<https://news\\.example\\.com(/v1/unsubscribe/\\S+)>");

  @TempDir private Path folder;
  private Path secrets;

  @BeforeEach
  void keep() throws Exception {
    secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("hook"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
  }

  private RunningNode start() throws InterruptedException {
    return RunningNode.in(
        folder,
        "--durability",
        "os",
        "--messages-shards",
        "2",
        "--secrets",
        secrets.toString(),
        "--public-url",
        "https://news.example.com");
  }

  private static void define(RunningNode node, String channel, String connector, String rest)
      throws Exception {
    node.json(201, "PUT", "/v1/accounts/shop", "{}");
    node.json(201, "PUT", "/v1/connectors/first", connector);
    node.json(201, "PUT", "/v1/connectors/second", "{\"sandbox\":{}}");
    node.json(
        201,
        "PUT",
        "/v1/routes/all",
        "{\"channel\":\"%s\",\"weights\":{\"first\":1}%s}".formatted(channel, rest));
  }

  private static String accept(RunningNode node, String rest) {
    String json = "{\"account\":\"shop\"," + rest + "}";
    NewMessage message =
        Wire.request(StrictJson.read(json.getBytes(StandardCharsets.UTF_8)), NewMessage.class);
    return node.node()
        .messaging()
        .acceptance()
        .accept(List.of(message))
        .getFirst()
        .message()
        .orElseThrow();
  }

  private static String sms(String to) {
    return "\"channel\":\"sms\",\"to\":\"%s\",\"content\":{\"text\":\"Hi\"},\"campaign\":\"spring\""
        .formatted(to);
  }

  private static String mail(String to) {
    return ("\"channel\":\"email\",\"to\":\"%s\",\"campaign\":\"spring\","
            + "\"content\":{\"subject\":\"News\",\"text\":\"There are none.\"}")
        .formatted(to);
  }

  private static String webhook(String url) {
    return "\"channel\":\"webhook\",\"to\":\"%s\",\"content\":{\"data\":{\"order\":1}}"
        .formatted(url);
  }

  /** A message is not known before it is tracked, a moment after it was accepted. */
  private static JsonNode awaitState(RunningNode node, String message, String state)
      throws Exception {
    String path = "/v1/messages/" + message;
    String wanted = "\"state\":\"" + state + "\"";
    long untilNanos = System.nanoTime() + Duration.ofSeconds(40).toNanos();
    HttpResponse<String> answer = node.send("GET", path, "");
    while (!answer.body().contains(wanted)) {
      assertThat(System.nanoTime()).as(answer.body()).isLessThan(untilNanos);
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      answer = node.send("GET", path, "");
    }
    return ApiJson.MAPPER.readTree(answer.body());
  }

  @Test
  void a_lost_answer_is_listed_and_somebody_resolves_it() throws Exception {
    try (ProviderDouble provider =
            ProviderDouble.start(
                it -> it.text().replaceAll("[^+0-9]", ""), ProviderDouble.Repeats.NEW);
        RunningNode node = start()) {
      String connector =
          """
          {"http":{"url":"%s","body":"{\\"to\\":\\"{{to}}\\"}","allow_private":true},
           "timeout":"1s"}
          """
              .formatted(provider.url("/messages"));
      define(node, "sms", connector, ",\"fallback\":[\"second\"]");
      provider.always(Script.acceptThen(Script.Ending.CUT));
      String sent = accept(node, sms("+393331234561"));
      String refused = accept(node, sms("+393331234562"));
      String again = accept(node, sms("+393331234563"));
      for (String message : List.of(sent, refused, again)) {
        awaitState(node, message, "uncertain");
      }
      String list = "/v1/connectors/first/uncertain";
      JsonNode uncertain = node.json(200, "GET", list, "").get("uncertain");
      assertThat(uncertain.findValuesAsString("message"))
          .containsExactlyInAnyOrder(sent, refused, again);
      Instant from =
          uncertain
              .valueStream()
              .map(each -> Instant.parse(each.get("resolvable_from").stringValue()))
              .max(Instant::compareTo)
              .orElseThrow();
      assertThat(uncertain.get(0).get("sent_again").booleanValue()).isFalse();
      node.problem(ProblemCode.CONFLICT, "POST", resolve(sent), "{\"as\":\"sent\"}");
      provider.always(Script.accept());
      node.awaited(list, _ -> Instant.now().isAfter(from));
      node.problem(ProblemCode.WRONG_TYPE, "POST", resolve(sent), "{\"as\":\"lost\"}");
      node.json(200, "POST", resolve(sent), "{\"as\":\"sent\"}");
      node.json(200, "POST", resolve(refused), "{\"as\":\"refused\"}");
      String some = list + "/resolve";
      JsonNode none = node.json(200, "POST", some, "{\"as\":\"again\",\"reason\":\"no such\"}");
      assertThat(none.get("resolved").intValue() + none.get("left").intValue()).isZero();
      JsonNode one =
          node.json(200, "POST", some, "{\"as\":\"again\",\"from\":\"2026-01-01T00:00:00Z\"}");
      assertThat(one.get("resolved").intValue()).isOne();
      String next = "{\"as\":\"again\",\"after\":\"%s\"}".formatted(one.get("next").stringValue());
      assertThat(node.json(200, "POST", some, next).has("next")).isFalse();
      node.problem(ProblemCode.WRONG_TYPE, "POST", some, "{\"as\":\"again\",\"from\":\"now\"}");
      node.problem(ProblemCode.WRONG_TYPE, "POST", some, "{\"as\":\"again\",\"after\":\"zz\"}");
      for (String message : List.of(sent, refused, again)) {
        awaitState(node, message, "sent");
      }
      assertThat(provider.taken("+393331234561")).isOne();
      assertThat(provider.taken("+393331234562")).isOne();
      assertThat(provider.taken("+393331234563")).isEqualTo(2);
      assertThat(last(node, refused).get("connector").stringValue()).isEqualTo("second");
      assertThat(node.awaited(list, page -> page.get("uncertain").isEmpty())).isNotNull();
      node.problem(ProblemCode.CONFLICT, "POST", resolve(sent), "{\"as\":\"again\"}");
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", resolve("nobody"), "{\"as\":\"sent\"}");
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", "/v1/connectors/x/uncertain", "");
    }
  }

  private static String resolve(String message) {
    return "/v1/messages/" + message + "/resolve";
  }

  private static JsonNode last(RunningNode node, String message) throws Exception {
    JsonNode events = node.json(200, "GET", "/v1/messages/" + message, "").get("events");
    return events.get(events.size() - 1);
  }

  @Test
  void messages_are_searched_and_those_that_wait_are_cancelled() throws Exception {
    try (RunningNode node = start()) {
      define(node, "sms", "{\"sandbox\":{}}", "");
      String sent = accept(node, sms("+393331234561"));
      String waits = accept(node, sms("+393331234562") + ",\"send_at\":\"" + in(3_600) + "\"");
      awaitState(node, sent, "sent");
      awaitState(node, waits, "accepted");
      String search = "/v1/messages?account=shop&campaign=spring";
      assertThat(node.json(200, "GET", search, "").get("messages")).hasSize(2);
      JsonNode first = node.json(200, "GET", search + "&limit=1", "");
      JsonNode second =
          node.json(200, "GET", search + "&limit=1&after=" + first.get("next").stringValue(), "");
      assertThat(
              List.of(
                  first.at("/messages/0/message").stringValue(),
                  second.at("/messages/0/message").stringValue()))
          .containsExactlyInAnyOrder(sent, waits);
      assertThat(
              node.json(200, "GET", search + "&state=sent", "")
                  .get("messages")
                  .findValuesAsString("message"))
          .contains(sent)
          .doesNotContain(waits);
      node.problem(ProblemCode.WRONG_TYPE, "GET", search + "&state=lost", "");
      node.problem(ProblemCode.WRONG_TYPE, "GET", search + "&after=zzz", "");
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", search.replace("shop", "nobody"), "");
      node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", "/v1/messages?account=shop", "");
      node.problem(ProblemCode.OUT_OF_BOUNDS, "GET", search + "&limit=0", "");
      node.json(200, "POST", "/v1/messages/" + waits + "/cancel", "");
      awaitState(node, waits, "cancelled");
      assertThat(
              node.json(200, "GET", "/v1/messages?account=shop&to=%2B393331234562", "")
                  .at("/messages/0/state")
                  .stringValue())
          .isEqualTo("cancelled");
      node.problem(ProblemCode.CONFLICT, "POST", "/v1/messages/" + waits + "/cancel", "");
      node.problem(ProblemCode.CONFLICT, "POST", "/v1/messages/" + sent + "/cancel", "");
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", "/v1/messages/nobody/cancel", "");
    }
  }

  private static Instant in(long seconds) {
    return Instant.ofEpochSecond(Instant.now().getEpochSecond() + seconds);
  }

  @Test
  void somebody_says_over_http_who_gets_nothing() throws Exception {
    try (RunningNode node = start()) {
      define(node, "sms", "{\"sandbox\":{}}", "");
      String one = SUPPRESSIONS + "/sms/%2B393331234561";
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", one, "");
      JsonNode added = node.json(200, "PUT", one, "{\"reason\":\"complained\"}");
      assertThat(added.get("recipient").stringValue()).isEqualTo("+393331234561");
      assertThat(node.json(200, "GET", one, "")).isEqualTo(added);
      String url = "https://hooks.example.com/a?b=c";
      String hook = suppression(url);
      assertThat(node.json(200, "PUT", hook, "").get("reason").stringValue()).isEqualTo("added");
      JsonNode all = node.json(200, "GET", SUPPRESSIONS, "").get("suppressions");
      assertThat(all.findValuesAsString("recipient")).containsExactly("+393331234561", url);
      JsonNode page = node.json(200, "GET", SUPPRESSIONS + "?limit=1", "");
      String after = URLEncoder.encode(page.get("next").stringValue(), StandardCharsets.UTF_8);
      assertThat(
              node.json(200, "GET", SUPPRESSIONS + "?limit=1&after=" + after, "")
                  .get("suppressions")
                  .findValuesAsString("recipient"))
          .containsExactly(url);
      assertThat(node.json(200, "GET", SUPPRESSIONS + "?channel=email", "").get("suppressions"))
          .isEmpty();
      awaitState(node, accept(node, sms("+393331234561")), "suppressed");
      node.json(204, "DELETE", one, "");
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "DELETE", one, "");
      awaitState(node, accept(node, sms("+393331234561")), "sent");
      node.problem(ProblemCode.BAD_NAME, "GET", SUPPRESSIONS + "/pigeon/ada", "");
      node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", SUPPRESSIONS + "/sms/ada", "");
      node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", "/v1/accounts/nobody/suppressions", "");
    }
  }

  @Test
  void whoever_got_a_mail_of_a_campaign_unsubscribes_by_its_link_and_nobody_can_guess_one()
      throws Exception {
    try (ScriptedSmtpServer mails = ScriptedSmtpServer.start()) {
      String connector =
          "{\"smtp\":{\"host\":\"127.0.0.1\",\"port\":%d,\"tls\":\"none\",\"from\":\"a@example.com\"}}"
              .formatted(mails.port());
      String link;
      String first;
      try (RunningNode node = start()) {
        define(node, "email", connector, "");
        first = accept(node, mail("ada@example.com") + ",\"key\":\"order-1\"");
        awaitState(node, first, "sent");
        String text = mails.ledger().getFirst().text();
        assertThat(text).contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
        Matcher matcher = LINK.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        link = matcher.group(1);
        assertThat(link).startsWith("/v1/unsubscribe/" + first + "?token=");
      }
      try (RunningNode node = start()) {
        String origin = "Origin: https://news.example.com";
        HttpResponse<String> page = node.send("GET", link, "", origin);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("content-type").orElseThrow()).startsWith("text/html");
        assertThat(page.body()).contains("<form method=\"post\">");
        String forged = link.substring(0, link.length() - 1) + (link.endsWith("0") ? "1" : "0");
        node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", forged, "");
        node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", "/v1/unsubscribe/" + first, "");
        String body = "List-Unsubscribe=One-Click";
        String form = "Content-Type: application/x-www-form-urlencoded";
        assertThat(node.send("POST", link, body, form, origin).statusCode()).isEqualTo(200);
        assertThat(node.send("POST", link, body, form, origin).statusCode()).isEqualTo(200);
        node.awaited(
            SUPPRESSIONS,
            all -> all.at("/suppressions/0/reason").asString("").equals("unsubscribed"));
        awaitState(node, accept(node, mail("Ada@example.com")), "suppressed");
        awaitState(node, accept(node, mail("bob@example.com")), "sent");
        assertThat(mails.ledger()).hasSize(2);
        node.problem(ProblemCode.FORBIDDEN_ORIGIN, "GET", "/v1/accounts", "", origin);
      }
    }
  }

  private static String suppression(String url) {
    return SUPPRESSIONS + "/webhook/" + URLEncoder.encode(url, StandardCharsets.UTF_8);
  }

  @Test
  void an_endpoint_that_fails_is_listed_and_one_that_is_gone_gets_no_more() throws Exception {
    try (ProviderDouble endpoint =
            ProviderDouble.start(it -> it.target(), ProviderDouble.Repeats.NEW);
        ProviderDouble other = ProviderDouble.start(it -> it.target(), ProviderDouble.Repeats.NEW);
        RunningNode node = start()) {
      define(
          node,
          "webhook",
          "{\"webhook\":{\"secrets\":[\"file:hook\"],\"allow_private\":true}}",
          "");
      endpoint.always(Script.refuse(500, "no"));
      String failing = endpoint.url("/failing");
      String waits = accept(node, webhook(failing));
      JsonNode listed =
          node.awaited("/v1/accounts/shop/endpoints", page -> !page.get("endpoints").isEmpty());
      assertThat(listed.at("/endpoints/0/url").stringValue()).isEqualTo(failing);
      assertThat(listed.at("/endpoints/0/reason").stringValue()).contains("500");
      node.problem(ProblemCode.WRONG_TYPE, "GET", "/v1/accounts/shop/endpoints?after=zz", "");
      other.always(Script.refuse(410, ""));
      String gone = accept(node, webhook(other.url("/gone")));
      JsonNode report = awaitState(node, gone, "suppressed");
      assertThat(report.get("events").findValuesAsString("kind")).contains("disabled", "refused");
      awaitState(node, accept(node, webhook(other.url("/gone"))), "suppressed");
      assertThat(
              node.json(200, "GET", SUPPRESSIONS + "?channel=webhook", "")
                  .at("/suppressions/0/reason")
                  .stringValue())
          .isEqualTo("disabled");
      endpoint.always(Script.accept());
      other.always(Script.accept());
      awaitState(node, waits, "sent");
      node.json(204, "DELETE", suppression(other.url("/gone")), "");
      String replay = "{\"to\":\"%s\",\"from\":\"%s\"}".formatted(other.url("/gone"), in(-3_600));
      JsonNode replayed = node.json(200, "POST", "/v1/accounts/shop/replay", replay);
      assertThat(replayed.get("messages")).hasSize(2);
      for (JsonNode message : replayed.get("messages")) {
        awaitState(node, message.stringValue(), "sent");
      }
      assertThat(node.json(200, "POST", "/v1/accounts/shop/replay", replay).get("messages"))
          .isEmpty();
      assertThat(other.taken("/gone")).isEqualTo(2);
      node.awaited("/v1/accounts/shop/endpoints", page -> page.get("endpoints").isEmpty());
    }
  }
}
