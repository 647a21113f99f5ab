package io.messina.server.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.server.RunningNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Messages that are accepted over HTTP. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class AcceptTest {

  private static final String ALL = "/v1/messages";
  private static final String LINES = "Content-Type: application/x-ndjson";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private String account;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os", "--messages-shards", "2");
    node.json(201, "PUT", "/v1/connectors/sandbox", "{\"sandbox\":{}}");
    node.json(201, "PUT", "/v1/routes/all", "{\"channel\":\"sms\",\"weights\":{\"sandbox\":1}}");
  }

  @BeforeEach
  void account() throws Exception {
    account = "a" + NUMBERS.incrementAndGet();
    node.json(201, "PUT", "/v1/accounts/" + account, "{}");
  }

  private String sms(int number, String rest) {
    return "{\"account\":\"%s\",\"channel\":\"sms\",\"to\":\"+39333%07d\"%s}"
        .formatted(account, number, rest);
  }

  private String saying(int number, String rest) {
    return sms(number, ",\"content\":{\"text\":\"hello\"}" + rest);
  }

  @Test
  void a_message_is_accepted_and_sent() throws Exception {
    JsonNode accepted = node.json(202, "POST", ALL, saying(1, ""));
    assertThat(accepted.get("repeated").booleanValue()).isFalse();
    String id = accepted.get("message").stringValue();
    assertThat(node.json(202, "POST", ALL, saying(1, "")).get("message").stringValue())
        .isNotEqualTo(id);
    boolean isSent = false;
    while (!isSent) {
      String report = node.send("GET", ALL + "/" + id, "").body();
      isSent = report.contains("\"state\":\"sent\"");
    }
  }

  @Test
  void a_key_of_the_message_or_of_the_header_tells_repeats() throws Exception {
    JsonNode first = node.json(202, "POST", ALL, saying(1, ""), "Idempotency-Key: order-1");
    JsonNode again = node.json(202, "POST", ALL, saying(1, ",\"key\":\"order-1\""));
    assertThat(again.get("message")).isEqualTo(first.get("message"));
    assertThat(again.get("repeated").booleanValue()).isTrue();
    node.problem(ProblemCode.KEY_MISMATCH, "POST", ALL, saying(2, ""), "Idempotency-Key: order-1");
    node.problem(
        ProblemCode.BAD_REQUEST,
        "POST",
        ALL,
        saying(1, ",\"key\":\"order-1\""),
        "Idempotency-Key: order-2");
  }

  @Test
  void a_template_fills_a_message() throws Exception {
    String template = "/v1/accounts/" + account + "/templates/hello";
    node.json(
        201,
        "PUT",
        template,
        "{\"channel\":\"sms\",\"language\":\"en\",\"languages\":{\"en\":{\"text\":\"Hi"
            + " {{name}}\"}}}");
    String use = ",\"template\":{\"name\":\"hello\",\"parameters\":{\"name\":\"Ada\"}}";
    JsonNode shown = node.json(200, "POST", ALL + "?dry_run=true", sms(1, use));
    assertThat(shown.at("/content/text").stringValue()).isEqualTo("Hi Ada");
    assertThat(shown.get("country").stringValue()).isEqualTo("IT");
    assertThat(shown.get("parts").intValue()).isOne();
    node.json(202, "POST", ALL, sms(1, use));
    String unfilled = sms(1, ",\"template\":{\"name\":\"hello\"}");
    assertThat(
            node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", ALL, unfilled)
                .get("detail")
                .stringValue())
        .contains("parameters.name: missing");
    node.problem(
        ProblemCode.MESSAGING_NOT_FOUND, "POST", ALL, sms(1, ",\"template\":{\"name\":\"other\"}"));
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", ALL, saying(1, use));
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", ALL, sms(1, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          "channel":"sms","to":"+390612345678","content":{"text":" "};    content.text: blank (expected: a text)
          "channel":"sms","to":"+390612345678","content":{"text":"LONG"}; content.text: 40000 characters (expected: what 255 parts
          "channel":"webhook","to":"http://a.example:65536/","content":{"data":{}}; to: http://a.example:65536/ (expected: a URL
          "channel":"email","to":"ada@a.example","from":"nobody","content":{"subject":"S","text":"T"}; from: address: nothing before or after
          """)
  void what_no_provider_could_take_is_refused_at_once(String rest, String sentence)
      throws Exception {
    String message = "{\"account\":\"" + account + "\"," + rest + "}";
    JsonNode problem =
        node.problem(
            ProblemCode.OUT_OF_BOUNDS, "POST", ALL, message.replace("LONG", "x".repeat(40_000)));
    assertThat(problem.get("detail").stringValue()).contains(sentence);
  }

  @Test
  void half_a_surrogate_pair_is_refused_also_to_try_out() throws Exception {
    String half = " an unpaired surrogate (expected: a text that UTF-8 can hold)";
    for (String path : List.of(ALL, ALL + "?dry_run=true")) {
      assertHalf(path, ",\"key\":\"\\ud800\"", "key:" + half);
      assertHalf(path, ",\"campaign\":\"\\udbff\"", "campaign:" + half);
      assertHalf(path, ",\"metadata\":{\"a\":\"b\\udc00\"}", "metadata.a:" + half);
      assertHalf(path, ",\"from\":\"\\ud800\"", "from:" + half);
    }
    JsonNode answer =
        node.json(
            202, "POST", ALL, saying(1, ",\"campaign\":\"\\ud800\"") + "\n" + saying(2, ""), LINES);
    assertThat(answer.get("accepted").intValue()).isOne();
    assertThat(answer.at("/messages/0/detail").stringValue()).isEqualTo("campaign:" + half);
  }

  private void assertHalf(String path, String rest, String sentence) throws Exception {
    assertThat(
            node.problem(ProblemCode.WRONG_TYPE, "POST", path, saying(1, rest))
                .get("detail")
                .stringValue())
        .isEqualTo(sentence);
  }

  @Test
  void a_line_that_is_refused_hinders_no_other() throws Exception {
    String body =
        String.join(
            "\n",
            saying(1, ",\"key\":\"k\""),
            "",
            "{\"account\":",
            saying(2, ",\"channel\":\"fax\""),
            sms(3, ",\"content\":{\"html\":\"x\"}"),
            saying(4, ",\"colour\":1"),
            saying(1, ",\"key\":\"k\""),
            saying(5, ""));
    JsonNode answer = node.json(202, "POST", ALL, body, LINES);
    assertThat(answer.get("accepted").intValue()).isEqualTo(2);
    assertThat(answer.get("repeated").intValue()).isOne();
    assertThat(answer.get("refused").intValue()).isEqualTo(4);
    JsonNode messages = answer.get("messages");
    assertThat(messages.size()).isEqualTo(7);
    assertThat(messages.get(5).get("message")).isEqualTo(messages.get(0).get("message"));
    assertThat(messages.get(1).get("line").intValue()).isEqualTo(2);
    assertThat(messages.get(1).get("code").stringValue()).isEqualTo("malformed_json");
    assertThat(messages.get(3).get("detail").stringValue()).contains("html (expected: text alone)");
    assertThat(messages.get(4).get("code").stringValue()).isEqualTo("unknown_field");
    node.problem(ProblemCode.BAD_REQUEST, "POST", ALL, "\n\n", LINES);
    node.problem(ProblemCode.BAD_REQUEST, "POST", ALL + "?dry_run=true", body, LINES);
  }

  @Test
  void lines_beyond_a_quota_are_refused_for_now() throws Exception {
    node.json(200, "PUT", "/v1/accounts/" + account, "{\"per_day\":30}");
    String body =
        IntStream.range(0, 50)
            .mapToObj(number -> saying(number, ""))
            .collect(Collectors.joining("\n"));
    JsonNode answer = node.json(202, "POST", ALL, body, LINES);
    assertThat(answer.get("accepted").intValue()).isEqualTo(30);
    assertThat(answer.get("messages").get(49).get("code").stringValue())
        .isEqualTo("quota_exceeded");
    node.problem(ProblemCode.QUOTA_EXCEEDED, "POST", ALL, saying(1, ""));
    node.json(202, "POST", ALL, saying(1, ",\"test\":true"));
  }

  @Test
  void what_cannot_be_is_refused_with_a_sentence() throws Exception {
    node.problem(
        ProblemCode.OUT_OF_BOUNDS, "POST", ALL, saying(1, ",\"send_at\":\"2999-01-01T00:00:00Z\""));
    node.problem(
        ProblemCode.OUT_OF_BOUNDS,
        "POST",
        ALL,
        saying(1, ",\"expires_at\":\"2020-01-01T00:00:00Z\""));
    node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", ALL, saying(1, ",\"key\":\"\""));
    String other = saying(1, "").replace(account, "nobody");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", ALL, other);
  }
}
