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
import tools.jackson.databind.JsonNode;

/** Templates over HTTP. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class TemplatesTest {

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @TempDir private static Path folder;
  @AutoClose private static RunningNode node;

  private String all;
  private String one;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder, "--durability", "os", "--messages-shards", "2");
  }

  @BeforeEach
  void account() throws Exception {
    String account = "/v1/accounts/t" + NUMBERS.incrementAndGet();
    node.json(201, "PUT", account, "{}");
    all = account + "/templates";
    one = all + "/welcome";
  }

  private static String saying(String text) {
    return "{\"channel\":\"sms\",\"language\":\"en\",\"languages\":{\"en\":{\"text\":\"%s\"}}}"
        .formatted(text);
  }

  @Test
  void another_content_is_the_next_version_and_former_ones_stay() throws Exception {
    JsonNode first = node.json(201, "PUT", one, saying("Hello {{name}}"));
    assertThat(first.get("version").intValue()).isOne();
    assertThat(first.get("parameters").get(0).stringValue()).isEqualTo("name");
    assertThat(node.json(200, "PUT", one, saying("Hello {{name}}"))).isEqualTo(first);
    String ifFirst = "If-Match: \"" + first.get("tag").stringValue() + "\"";
    JsonNode second = node.json(200, "PUT", one, saying("Bye {{name}}"), ifFirst);
    assertThat(second.get("version").intValue()).isEqualTo(2);
    node.problem(ProblemCode.PRECONDITION_FAILED, "PUT", one, saying("Or not"), ifFirst);
    assertThat(node.json(200, "GET", one, "")).isEqualTo(second);
    assertThat(node.json(200, "GET", one + "?version=1", "").at("/languages/en/text").stringValue())
        .isEqualTo("Hello {{name}}");
    assertThat(node.json(200, "GET", one + "/versions", "").get("versions").size()).isEqualTo(2);
    node.json(201, "PUT", all + "/other", saying("x"));
    assertThat(node.json(200, "GET", all, "").get("templates").findValuesAsString("name"))
        .containsExactly("other", "welcome");
    node.json(204, "DELETE", one, "");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", one, "");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", one + "?version=1", "");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "DELETE", one, "");
    assertThat(node.json(201, "PUT", one, saying("again")).get("version").intValue()).isEqualTo(3);
  }

  @Test
  void a_preview_shows_what_a_message_says() throws Exception {
    node.json(201, "PUT", one, saying("Hello {{name}}"));
    JsonNode shown =
        node.json(200, "POST", one + "/preview", "{\"parameters\":{\"name\":\"Ada\"}}");
    assertThat(shown.at("/content/text").stringValue()).isEqualTo("Hello Ada");
    assertThat(shown.get("encoding").stringValue()).isEqualTo("gsm");
    assertThat(shown.get("parts").intValue()).isOne();
    JsonNode wide =
        node.json(
            200,
            "POST",
            one + "/preview",
            "{\"version\":1,\"parameters\":{\"name\":\"%s\"}}".formatted("é✓".repeat(40)));
    assertThat(wide.get("encoding").stringValue()).isEqualTo("ucs2");
    assertThat(wide.get("parts").intValue()).isEqualTo(2);
    assertThat(
            node.problem(ProblemCode.OUT_OF_BOUNDS, "POST", one + "/preview", "{}")
                .get("detail")
                .stringValue())
        .isEqualTo("parameters.name: missing (expected: used in languages.en.text)");
    assertThat(
            node.problem(
                    ProblemCode.OUT_OF_BOUNDS, "POST", one + "/preview", "{\"parameters\":null}")
                .get("detail")
                .stringValue())
        .startsWith("parameters.name: missing");
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "POST", one + "/preview", "{\"version\":2}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          {"channel":"sms","language":"en","languages":{}};                              out_of_bounds; language: en (expected: one of the languages)
          {"channel":"sms","language":"en","languages":{"en":{"html":"x"}}};             out_of_bounds; languages.en: html (expected: text alone)
          {"channel":"sms","language":"en","languages":{"en":{"text":"{{{x}}}"}}};       out_of_bounds; languages.en.text: a value without escaping
          {"channel":"sms","language":"en","languages":{"en":{"text":"{{#x}}"}}};        out_of_bounds; languages.en.text:
          {"channel":"fax","language":"en","languages":{"en":{"text":"x"}}};             wrong_type;    channel: fax
          {"channel":"sms","language":"en","languages":{"en":{"txt":"x"}}};              unknown_field; txt
          {"channel":"sms","language":"en","languages":{"en":{"text":"{{ }}"}}};         out_of_bounds; languages.en.text: {{ }} without a name
          {"channel":"sms","language":"en","languages":{"en":{"text":"a\\ud800"}}};      wrong_type;    languages.en.text: an unpaired surrogate
          {"channel":"webhook","language":"en","languages":{"en":{"data":{"a":"\\ud800"}}}}; wrong_type; languages.en.data.a: an unpaired surrogate
          """)
  void what_is_no_template_is_refused_with_a_sentence(String body, String code, String sentence)
      throws Exception {
    JsonNode problem =
        node.problem(ProblemCode.valueOf(code.toUpperCase(Locale.ROOT)), "PUT", one, body);
    assertThat(problem.get("detail").stringValue()).contains(sentence);
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", one, "");
  }

  @Test
  void an_account_has_to_be_there() throws Exception {
    String nobody = "/v1/accounts/nobody/templates/welcome";
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "PUT", nobody, saying("x"));
    node.problem(ProblemCode.MESSAGING_NOT_FOUND, "GET", nobody, "");
  }
}
