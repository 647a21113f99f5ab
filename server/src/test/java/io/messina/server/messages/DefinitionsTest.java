package io.messina.server.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Accounts, connectors and routes over HTTP. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class DefinitionsTest {

  private static final String SANDBOX = "{\"sandbox\":{}}";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private String name;
  private String account;
  private String connector;
  private String route;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os", "--messages-shards", "2");
  }

  @BeforeEach
  void name() {
    name = "d" + NUMBERS.incrementAndGet();
    account = "/v1/accounts/" + name;
    connector = "/v1/connectors/" + name;
    route = "/v1/routes/" + name;
  }

  private String to(String channel, String rest) {
    return "{\"channel\":\"%s\",\"weights\":{\"%s\":1}%s}".formatted(channel, name, rest);
  }

  @Test
  void nothing_is_there_before_something_is_defined(@TempDir Path other) throws Exception {
    try (RunningNode fresh = RunningNode.in(other, "--durability", "os")) {
      assertThat(fresh.json(200, "GET", "/v1/streams", "").get("streams")).isEmpty();
      assertThat(fresh.json(200, "GET", "/v1/accounts", "").get("accounts")).isEmpty();
      fresh.json(201, "PUT", "/v1/accounts/shop", "{}");
      assertThat(fresh.json(200, "GET", "/v1/streams/messages.sms", "").get("shards").intValue())
          .isEqualTo(16);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          accounts; {"per_day":10};      {"per_day":20,"quiet_hours":{"zone":"Europe/Rome"}}
          connectors; {"sandbox":{}};    {"sandbox":{"delay":"1s"},"concurrency":2,"backoff":{"first":"1s","longest":"2s","jitter_percent":0}}
          routes; {"channel":"sms","weights":{"any":1}}; {"channel":"sms","weights":{"any":2},"prefixes":["+39"]}
          """)
  void a_definition_is_created_changed_and_deleted(String kind, String first, String then)
      throws Exception {
    node.send("PUT", "/v1/connectors/any", SANDBOX);
    String path = "/v1/" + kind + "/" + name;
    JsonNode created = node.json(201, "PUT", path, first);
    assertThat(created.get("name").stringValue()).isEqualTo(name);
    assertThat(node.json(200, "PUT", path, first)).isEqualTo(created);
    String tag = created.get("tag").stringValue();
    JsonNode changed = node.json(200, "PUT", path, then, "If-Match: \"" + tag + "\"");
    assertThat(changed.get("generation").intValue()).isEqualTo(2);
    node.problem(ProblemCode.PRECONDITION_FAILED, "PUT", path, first, "If-Match: \"" + tag + "\"");
    JsonNode found = node.json(200, "GET", path, "");
    assertThat(found.get("tag")).isEqualTo(changed.get("tag"));
    assertThat(node.json(200, "GET", "/v1/" + kind, "").get(kind).findValuesAsString("name"))
        .contains(name);
    node.json(204, "DELETE", path, "");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", path, "");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "DELETE", path, "");
    assertThat(node.json(201, "PUT", path, first).get("generation").intValue()).isEqualTo(3);
  }

  @Test
  void defaults_stand_in_what_is_shown() throws Exception {
    JsonNode shown =
        node.json(
            201,
            "PUT",
            connector,
            """
            {"smtp":{"host":"mail.example.com","from":"a@example.com"},
             "pace":{"per_minute":60,"warm_up":{"since":"2026-01-01T00:00:00Z","per_minute":1}}}
            """);
    assertThat(shown.get("timeout").stringValue()).isEqualTo("30s");
    assertThat(shown.get("concurrency").intValue()).isEqualTo(16);
    assertThat(shown.at("/smtp/port").intValue()).isEqualTo(587);
    assertThat(shown.at("/smtp/read_timeout").stringValue()).isEqualTo("1m");
    assertThat(shown.at("/pace/warm_up/doubling").stringValue()).isEqualTo("1d");
    JsonNode hours =
        node.json(201, "PUT", account, "{\"quiet_hours\":{\"zone\":\"Asia/Tokyo\"}}")
            .get("quiet_hours");
    assertThat(hours.get("from").stringValue()).isEqualTo("21:00");
    assertThat(hours.get("to").stringValue()).isEqualTo("08:00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          {};                                         bad_request;   smtp, http, smpp, webhook, sandbox: 0 of them
          {"sandbox":{},"webhook":{"secrets":["env:A"]}}; bad_request; 2 of them (expected: one)
          {"smtp":{"from":"a@example.com"}};          bad_request;   smtp.host: absent
          {"sandbox":{"delay":"2m"}};                 out_of_bounds; sandbox.delay: 2m (expected: from 0s to 1m)
          {"sandbox":{},"timeout":"1h"};              out_of_bounds; timeout: 1h (expected: from 100ms to 10m)
          {"sandbox":{},"prices":{"IT":"0.04"}};      out_of_bounds; currency: absent (expected: three letters
          {"sandbox":{},"prices":{"IT":"-1"},"currency":"EUR"}; out_of_bounds; prices.IT: -1 (expected: a number
          {"sandbox":{},"prices":{"Italy":"1"},"currency":"EUR"}; out_of_bounds; prices: Italy (expected: countries
          {"sandbox":{},"account":"nobody"};          conflict;      account: nobody (expected: one that was created)
          {"sandbox":{},"pace":{"per_minute":0}};     out_of_bounds; pace.per_minute: 0
          {"sandbox":{"latency":"1s"}};               unknown_field; sandbox.latency
          {"http":{"url":"127.0.0.1:80/sms"}};        out_of_bounds; url: wrong (expected: http or https
          {"smtp":{"host":"a.example","from":"no"}};  out_of_bounds; from:
          {"http":{"url":"http://a.example:99999/"}}; out_of_bounds; url: leads elsewhere (expected: a host, a port
          {"http":{"url":"http://a.example/{{ }}"}};  out_of_bounds; url: {{ }} without a name
          {"http":{"url":"http://a.example/","body":"\\ud800"}}; wrong_type; http.body: an unpaired surrogate
          {"http":{"url":"http://a.example/","secrets":{"a":"env:\\ud800"}}}; wrong_type; http.secrets.a: an unpaired surrogate
          {"smtp":{"host":"a.example","from":"a@a.example","user":"\\ud800","password":"env:A"}}; wrong_type; smtp.user: an unpaired surrogate
          {"sandbox":{},"receipts":{"id":"/id","status":"/s"}}; bad_request; receipts.kinds: absent (expected: an object)
          """)
  void a_wrong_connector_is_refused_with_a_sentence(String options, String code, String sentence)
      throws Exception {
    JsonNode problem =
        node.problem(ProblemCode.valueOf(code.toUpperCase(Locale.ROOT)), "PUT", connector, options);
    assertThat(problem.get("detail").stringValue()).contains(sentence);
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", connector, "");
  }

  @Test
  void a_secret_in_the_stead_of_a_reference_is_not_repeated() throws Exception {
    String secret = "whsec_hunter2hunter2";
    String options = "{\"webhook\":{\"secrets\":[\"%s\"]}}".formatted(secret);
    assertThat(node.send("PUT", connector, options).body())
        .contains("expected: env:NAME or file:PATH")
        .doesNotContain("hunter2");
  }

  @Test
  void a_route_fits_its_connectors() throws Exception {
    node.problem(ProblemCode.CONFLICT, "PUT", route, to("sms", ""));
    node.json(
        201, "PUT", connector, "{\"smtp\":{\"host\":\"localhost\",\"from\":\"a@example.com\"}}");
    node.problem(ProblemCode.CONFLICT, "PUT", route, to("sms", ""));
    node.json(201, "PUT", route, to("email", ""));
    node.problem(ProblemCode.CONFLICT, "PUT", connector, "{\"webhook\":{\"secrets\":[\"env:A\"]}}");
    node.json(200, "PUT", connector, SANDBOX);
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", route, to("email", ",\"prefixes\":[\"\"]"));
    node.problem(ProblemCode.OUT_OF_BOUNDS, "PUT", route, "{\"channel\":\"email\",\"weights\":{}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          {"channel":"sms"};                                                 bad_request;   weights: absent (expected: an object)
          {"channel":"sms","weights":{"NAME":2147483648}};                   out_of_bounds; weights.NAME: 2147483648 (expected: a whole number
          {"channel":"sms","weights":{"NAME":1},"prefixes":["+1","39"]};     out_of_bounds; prefixes: 39 (expected: what a recipient of sms begins with)
          {"channel":"sms","weights":{"NAME":1},"prefixes":["\\ud800"]};     wrong_type;    prefixes[0]: an unpaired surrogate
          {"channel":"sms","weights":{"NAME":1},"fallback":["NAME"]};        out_of_bounds; fallback: NAME again (expected: what is neither in weights nor twice)
          {"channel":"sms","weights":{"NAME":1},"fallback":["b","b"]};       out_of_bounds; fallback: b again
          """)
  void a_route_of_which_a_part_has_no_effect_is_refused(
      String options, String code, String sentence) throws Exception {
    node.json(201, "PUT", connector, SANDBOX);
    ProblemCode expected = ProblemCode.valueOf(code.toUpperCase(Locale.ROOT));
    assertThat(
            node.problem(expected, "PUT", route, options.replace("NAME", name))
                .get("detail")
                .stringValue())
        .contains(sentence.replace("NAME", name));
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", route, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"accounts", "connectors", "routes", "streams", "features", "aggregates"})
  void a_page_begins_behind_a_name(String kind) throws Exception {
    node.problem(ProblemCode.WRONG_TYPE, "GET", "/v1/" + kind + "?after=%00", "");
    String last = kind.equals("features") ? "zz/zz" : "zz";
    assertThat(node.json(200, "GET", "/v1/" + kind + "?after=" + last, "").get(kind)).isEmpty();
  }

  @Test
  void a_connector_of_an_account_serves_no_other() throws Exception {
    node.json(201, "PUT", account, "{}");
    node.json(201, "PUT", "/v1/accounts/other" + name, "{}");
    node.json(201, "PUT", connector, "{\"sandbox\":{},\"account\":\"%s\"}".formatted(name));
    node.problem(ProblemCode.CONFLICT, "PUT", route, to("sms", ""));
    node.problem(
        ProblemCode.CONFLICT, "PUT", route, to("sms", ",\"account\":\"other%s\"".formatted(name)));
    node.json(201, "PUT", route, to("sms", ",\"account\":\"%s\"".formatted(name)));
  }

  @Test
  void a_connector_that_a_route_names_is_not_deleted() throws Exception {
    node.json(201, "PUT", connector, SANDBOX);
    node.json(201, "PUT", route, to("sms", ""));
    JsonNode problem = node.problem(ProblemCode.CONFLICT, "DELETE", connector, "");
    assertThat(problem.get("detail").stringValue()).contains("the route " + name + " names it");
    node.json(204, "DELETE", route, "");
    node.json(204, "DELETE", connector, "");
  }

  @Test
  void a_connector_that_runs_says_so() throws Exception {
    node.json(201, "PUT", connector, SANDBOX);
    JsonNode shown = node.awaited(connector, it -> it.get("running").booleanValue());
    assertThat(shown.get("resting").booleanValue()).isFalse();
    assertThat(shown.get("paused").booleanValue()).isFalse();
    assertThat(shown.get("waiting").intValue()).isZero();
    assertThat(shown.get("uncertain").intValue()).isZero();
  }

  @Test
  void a_connector_whose_calls_meet_trouble_says_what() throws Exception {
    node.json(201, "PUT", account, "{}");
    node.json(
        201,
        "PUT",
        connector,
        "{\"http\":{\"url\":\"https://a.example\",\"headers\":{\"a\":\"{{secret.t}}\"},"
            + "\"secrets\":{\"t\":\"env:NOT_THERE\"}}}");
    node.json(
        201,
        "PUT",
        "/v1/routes/" + name,
        "{\"channel\":\"sms\",\"account\":\"%s\",\"weights\":{\"%s\":1}}".formatted(name, name));
    node.json(
        202,
        "POST",
        "/v1/messages",
        "{\"account\":\"%s\",\"channel\":\"sms\",\"to\":\"+390612345678\",\"content\":{\"text\":\"a\"}}"
            .formatted(name));
    JsonNode shown = node.awaited(connector, it -> it.has("trouble"));
    assertThat(shown.get("running").booleanValue()).isTrue();
    assertThat(shown.get("trouble").stringValue()).contains("secret", "NOT_THERE");
  }
}
