package io.messina.messaging.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Json;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.TemplateName;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

class TemplateTest {

  private static Template template(Channel channel, MessageContent content) {
    TemplateOptions options = new TemplateOptions(channel, "en", Map.of("en", content));
    return template(options);
  }

  private static Template template(TemplateOptions options) {
    return new Template(
        new TemplateDefinition(
            new AccountName("shop"),
            new TemplateName("some"),
            1,
            Instant.EPOCH,
            options,
            Template.check(options),
            "tag"));
  }

  private static String text(String template, String parameters) {
    return template(Channel.SMS, MessageContent.text(template))
        .render(Optional.empty(), new Json(parameters))
        .text()
        .orElseThrow();
  }

  private static MessageContent html(String html) {
    return new MessageContent(
        Optional.of("s"), Optional.empty(), Optional.of(html), Optional.empty());
  }

  private static MessageContent data(String json) {
    return new MessageContent(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(new Json(json)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Hello {{name}};                                 {"name":"Ada"};                    Hello Ada
          Hello {{who.name}};                             {"who":{"name":"<Ada>"}};          Hello <Ada>
          {{#items}}{{name}} {{count}}, {{/items}}end;    {"items":[{"name":"a","count":1.50},{"name":"b","count":2}]}; a 1.50, b 2, end
          {{#items}}{{.}}{{^-last}}+{{/-last}}{{/items}}; {"items":["a","b"]};               a+b
          {{#vip}}Dear {{/vip}}{{name}};                  {"name":"Ada"};                    Ada
          {{#vip}}Dear {{/vip}}{{name}};                  {"name":"Ada","vip":true};         Dear Ada
          {{#vip}}Dear {{/vip}}{{name}};                  {"name":"Ada","vip":false};        Ada
          {{^items}}nothing{{/items}}.;                   {"items":[]};                      nothing.
          {{^items}}nothing{{/items}}.;                   {};                                nothing.
          {{#note}}{{note}}{{/note}}.;                    {"note":""};                       .
          {{#order.items}}{{id}}{{/order.items}}.;        {};                                .
          {{n}} {{m}};                                    {"n":0.00000001,"m":-1.10};        0.00000001 -1.10
          {{n}} {{m}};                                    {"n":1.2E-7,"m":1e3};              0.00000012 1000
          {{n}} {{m}};                                    {"n":1e400,"m":-0};                1E+400 0
          {{! said to nobody }}x;                         {};                                x
          """)
  void gaps_are_filled(String template, String parameters, String filled) {
    assertThat(text(template, parameters)).isEqualTo(filled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          Hello {{name}};                      {};                       parameters.name: missing (expected: used in languages.en.text)
          Hello {{name}};                      {"name":null};            parameters.name: missing
          Hello {{who.name}};                  {"who":{}};               who.name: missing
          Hello {{who.name}};                  {};                       parameters.who: missing
          {{#items}}{{name}}{{/items}};        {"items":[{}]};           parameters.name: missing
          {{items}};                           {"items":[1]};            parameters: an object or a list stands for a text
          Hello {{name.length}};               {"name":"Ada"};           name.length: missing
          Hello {{name.class}};                {"name":"Ada"};           name.class: missing
          x;                                   [1];                      parameters: something else (expected: an object)
          """)
  void what_does_not_fill_the_gaps_is_refused_by_name(
      String template, String parameters, String sentence) {
    assertThatThrownBy(() -> text(template, parameters))
        .isInstanceOf(WireException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          {{{name}}};                       a value without escaping (expected: {{name}})
          {{&name}};                        a value without escaping
          {{=<% %>=}};                      a value without escaping
          {{>other}};                       another template within it
          {{#a}}{{>other}}{{/a}};           another template within it
          {{#a}}x;                          languages.en.text:
          {{/a}}x;                          languages.en.text:
          {{.}};                            outside of a section
          {{}};                             languages.en.text: {{ }} without a name (expected: {{name}})
          a {{ }};                          {{ }} without a name
          {{^ }}x{{/}};                     {{ }} without a name
          """)
  void what_is_no_template_is_refused_when_it_is_put(String text, String sentence) {
    assertThatThrownBy(() -> template(Channel.SMS, MessageContent.text(text)))
        .isInstanceOf(WireException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void a_template_has_the_parts_of_its_channel() {
    assertThatThrownBy(() -> template(Channel.EMAIL, MessageContent.text("x")))
        .hasMessageContaining("languages.en: text (expected: subject, and text or html)");
    assertThatThrownBy(() -> template(Channel.WEBHOOK, MessageContent.text("x")))
        .hasMessageContaining("expected: data alone");
  }

  @Test
  void the_names_that_are_needed_are_those_outside_of_sections() {
    MessageContent content =
        new MessageContent(
            Optional.of("{{order.number}}"),
            Optional.of("{{name}}{{#items}}{{count}}{{/items}}{{order.number}}"),
            Optional.empty(),
            Optional.empty());
    assertThat(template(Channel.EMAIL, content).definition().parameters())
        .containsExactly("order.number", "name");
  }

  @Test
  void whatever_a_value_is_it_stays_text_in_html() {
    Template template =
        template(Channel.EMAIL, html("<p title=\"{{a}}\">{{a}}</p><i id='{{a}}'>{{b.c}}</i>"));
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      String value = hostile(random);
      String shown = template.render(Optional.empty(), parameters(value)).html().orElseThrow();
      assertThat(shown.chars().filter(c -> c == '<').count())
          .as("seed %d: %s", seed, shown)
          .isEqualTo(4);
      assertThat(shown.chars().filter(c -> c == '"').count())
          .as("seed %d: %s", seed, shown)
          .isEqualTo(2);
      assertThat(shown.chars().filter(c -> c == '\'').count())
          .as("seed %d: %s", seed, shown)
          .isEqualTo(2);
    }
  }

  @Test
  void whatever_a_value_is_it_stays_within_its_text_of_data() {
    Template template =
        template(Channel.WEBHOOK, data("{\"to\":[\"{{a}}\",{\"x\":\"-{{b.c}}-\"}],\"n\":1.50}"));
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      String value = hostile(random);
      Json json = template.render(Optional.empty(), parameters(value)).data().orElseThrow();
      assertThat(StrictJson.read(json.text()).at("/to/0").stringValue())
          .as("seed %d", seed)
          .isEqualTo(value);
      assertThat(StrictJson.read(json.text()).at("/to/1/x").stringValue())
          .isEqualTo("-" + value + "-");
      assertThat(json.text()).endsWith("\"n\":1.50}");
    }
  }

  private static Json parameters(String value) {
    String text = JsonNodeFactory.instance.stringNode(value).toString();
    return new Json("{\"a\":%s,\"b\":{\"c\":%s}}".formatted(text, text));
  }

  private static String hostile(Random random) {
    String characters = "<>\"'&{}\\/=;:\n\t a0é✓{{}}";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  @Test
  void a_language_stands_for_its_kinds() {
    Template template =
        template(
            new TemplateOptions(
                Channel.SMS,
                "en",
                Map.of(
                    "en", MessageContent.text("hello"),
                    "pt", MessageContent.text("olá"),
                    "pt-BR", MessageContent.text("oi"))));
    Json none = new Json("{}");
    assertThat(template.render(Optional.empty(), none).text()).contains("hello");
    assertThat(template.render(Optional.of("pt-BR"), none).text()).contains("oi");
    assertThat(template.render(Optional.of("pt-PT"), none).text()).contains("olá");
    assertThatThrownBy(() -> template.render(Optional.of("de"), none))
        .hasMessageContaining("language: de (expected: ");
  }

  @Test
  void a_message_that_would_repeat_itself_for_ever_is_refused() {
    String many = Wire.write(Map.of("a", Collections.nCopies(2_000, "x")));
    assertThatThrownBy(() -> text("{{#a}}{{#a}}{{#a}}{{#a}}{{/a}}{{/a}}{{/a}}{{/a}}", many))
        .hasMessageContaining("repeat too often");
    assertThatThrownBy(() -> text("{{#a}}" + "long".repeat(1_000) + "{{/a}}", many))
        .hasMessageContaining("languages.en.text: more characters (expected: at most 200000)");
  }

  @Test
  void a_subject_stays_one_line() {
    Template template = template(Channel.EMAIL, MessageContent.mail("Hi {{name}}", "x"));
    assertThatThrownBy(
            () -> template.render(Optional.empty(), new Json("{\"name\":\"a\\r\\nBcc: b\"}")))
        .hasMessageContaining("content.subject");
  }
}
