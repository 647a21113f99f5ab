package io.messina.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StrictJson;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.exchange.HttpCall;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTemplatesTest {

  private static final Map<String, String> SECRETS = Map.of("env:TOKEN", "user:s3cret");

  private static RequestTemplates templates(String json) {
    return new RequestTemplates(Sample.options(json), Sample.secrets(SECRETS));
  }

  private static HttpCall rendered(String json, OutgoingMessage message) {
    return templates(json).render(message);
  }

  private static String body(HttpCall call) {
    return new String(call.body(), StandardCharsets.UTF_8);
  }

  @Property(tries = 200)
  void any_text_stays_one_string_of_json(@ForAll @StringLength(max = 50) String text) {
    String shown = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    HttpCall call =
        rendered(
            "{\"url\":\"http://a.test/\",\"body\":\"{\\\"t\\\":\\\"{{text}}\\\"}\"}",
            Sample.text("m", shown));
    assertThat(StrictJson.read(call.body()).get("t").asString()).isEqualTo(shown);
  }

  @Property(tries = 200)
  void any_text_stays_one_field_of_a_form(@ForAll @StringLength(max = 50) String text)
      throws ReceiptException {
    String shown = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    HttpCall call =
        rendered(
            """
            {"url":"http://a.test/","body":"a=1&t={{text}}&b=2",
             "headers":{"content-type":"application/x-www-form-urlencoded"}}
            """,
            Sample.text("m", shown));
    assertThat(FormFields.read(call.body()))
        .containsExactlyInAnyOrderEntriesOf(Map.of("a", "1", "t", shown, "b", "2"));
  }

  @Test
  void values_in_urls_cannot_leave_their_place() {
    HttpCall call =
        rendered(
            "{\"url\":\"https://a.test/x/{{metadata.campaign}}?to={{to}}\",\"body\":\"{}\"}",
            Sample.text("m", "hi"));
    assertThat(call.uri()).hasToString("https://a.test/x/spring%20%26%20summer?to=%2B393331234567");
  }

  @Test
  void a_value_that_leads_to_another_path_is_an_error() {
    OutgoingMessage message =
        new OutgoingMessage(
            "m", Optional.empty(), "..", new Content.Text(""), Map.of(), Optional.empty());
    assertThatThrownBy(() -> rendered("{\"url\":\"https://a.test/x/{{to}}/y\"}", message))
        .isInstanceOf(RenderException.class)
        .hasMessageContaining("leads elsewhere");
  }

  @Test
  void values_of_xml_are_escaped() {
    HttpCall call =
        rendered(
            """
            {"url":"http://a.test/","body":"<t>{{text}}</t>","headers":{"Content-Type":"text/xml"}}
            """,
            Sample.text("m", "<b>&\"'"));
    assertThat(body(call)).isEqualTo("<t>&lt;b&gt;&amp;&quot;&apos;</t>");
  }

  @Test
  void data_is_embedded_whole_or_by_its_parts() {
    OutgoingMessage message =
        Sample.message(
            "m", new Content.Structured("{\"name\":\"x\",\"of\":[1,{\"a\":true}],\"n\":null}"));
    HttpCall call =
        rendered(
            """
            {"url":"http://a.test/","body":
             "{\\"d\\":{{{json}}},\\"n\\":\\"{{data.name}}\\",\\"o\\":[{{#data.of}}1,{{/data.of}}0]}"}
            """,
            message);
    assertThat(body(call))
        .isEqualTo(
            "{\"d\":{\"name\":\"x\",\"of\":[1,{\"a\":true}],\"n\":null},\"n\":\"x\",\"o\":[1,1,0]}");
    assertThatThrownBy(
            () ->
                rendered(
                    "{\"url\":\"http://a.test/\",\"body\":\"{\\\"t\\\":\\\"{{data}}\\\"}\"}",
                    message))
        .isInstanceOf(RenderException.class);
  }

  @Test
  void a_section_of_what_is_absent_is_left_out_but_a_value_is_an_error() {
    OutgoingMessage message =
        new OutgoingMessage(
            "m", Optional.empty(), "+39", new Content.Text("hi"), Map.of(), Optional.empty());
    assertThat(
            body(
                rendered(
                    """
                    {"url":"http://a.test/","body":"{{#from}}\\"{{from}}\\"{{/from}}{{^from}}1{{/from}}"}
                    """,
                    message)))
        .isEqualTo("1");
    assertThatThrownBy(
            () -> rendered("{\"url\":\"http://a.test/\",\"body\":\"[\\\"{{from}}\\\"]\"}", message))
        .isInstanceOf(RenderException.class)
        .hasMessageStartingWith("body: ")
        .hasMessageContaining("from");
  }

  @Test
  void a_template_calls_no_methods() {
    assertThatThrownBy(
            () ->
                rendered(
                    "{\"url\":\"http://a.test/\",\"body\":\"[\\\"{{text.bytes}}\\\"]\"}",
                    Sample.text("m", "hi")))
        .isInstanceOf(RenderException.class);
    assertThatThrownBy(
            () ->
                rendered(
                    "{\"url\":\"http://a.test/\",\"body\":\"[\\\"{{metadata.class}}\\\"]\"}",
                    Sample.text("m", "hi")))
        .isInstanceOf(RenderException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{{{text}}}",
        "{{&text}}",
        "{{ & text}}",
        "{{=<% %>=}}",
        "{{> /etc/passwd}}",
        "{{nobody}}",
        "{{secret.token}}",
        "{{basic.token}}",
        "{{#text}}",
        "{{text"
      })
  void a_wrong_template_is_found_before_the_first_message(String template) {
    assertThatThrownBy(
            () ->
                templates(
                    """
                    {"url":"http://a.test/","body":"[\\"%s\\"]","secrets":{"token":"env:TOKEN"}}
                    """
                        .formatted(template)))
        .isInstanceOf(RenderException.class)
        .hasMessageStartingWith("body: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://{{to}}/",
        "http://a{{to}}.test/",
        "{{to}}",
        "ftp://a.test/",
        "http://u:p@a.test/",
        "http:///x",
        "http://a.test:{{to}}/",
        "a.test",
        "https://a.test{{to}}"
      })
  void a_message_never_chooses_the_host(String url) {
    assertThatThrownBy(() -> templates("{\"url\":\"" + url + "\"}"))
        .isInstanceOf(RenderException.class)
        .hasMessageStartingWith("url: ");
  }

  @Test
  void headers_have_secrets_and_no_second_line() {
    String json =
        """
        {"url":"http://a.test/","secrets":{"token":"env:TOKEN"},"body":"{}",
         "headers":{"Authorization":"Basic {{basic.token}}","X-Key":"{{secret.token}}",
                    "X-Campaign":"{{metadata.campaign}}"}}
        """;
    assertThat(rendered(json, Sample.text("m", "hi")).headers())
        .containsEntry("authorization", "Basic dXNlcjpzM2NyZXQ=")
        .containsEntry("x-key", "user:s3cret")
        .containsEntry("x-campaign", "spring & summer")
        .containsEntry("content-type", "application/json");
    OutgoingMessage evil =
        new OutgoingMessage(
            "m",
            Optional.empty(),
            "+39",
            new Content.Text("hi"),
            Map.of("campaign", "a\r\nx-admin: 1"),
            Optional.empty());
    assertThatThrownBy(() -> rendered(json, evil))
        .isInstanceOf(RenderException.class)
        .hasMessageNotContaining("x-admin");
  }

  @Test
  void the_client_keeps_its_headers_to_itself() {
    assertThatThrownBy(
            () -> templates("{\"url\":\"http://a.test/\",\"headers\":{\"Host\":\"b.test\"}}"))
        .isInstanceOf(RenderException.class);
  }

  @Test
  void a_body_that_is_no_json_is_not_sent() {
    assertThatThrownBy(
            () ->
                rendered(
                    "{\"url\":\"http://a.test/\",\"body\":\"{\\\"t\\\":{{text}}}\"}",
                    Sample.text("m", "hi")))
        .isInstanceOf(RenderException.class)
        .hasMessageStartingWith("body: no JSON");
  }

  @Test
  void a_key_is_put_into_a_body_of_json_or_a_form() {
    String key =
        "\"idempotency\":{\"in\":\"body\",\"name\":\"%s\",\"format\":\"{{uuid}}\","
            + "\"lifetime\":\"30m\",\"compares_body\":false}";
    String uuid = "6f8f5771-5090-3a26-b245-3988d9a1501b";
    assertThat(
            body(
                rendered(
                    "{\"url\":\"http://a.test/\",\"body\":\"{\\\"headers\\\":{}}\","
                        + key.formatted("/headers/idempotencyKey")
                        + "}",
                    Sample.text("m", "hi"))))
        .isEqualTo("{\"headers\":{\"idempotencyKey\":\"" + uuid + "\"}}");
    assertThat(
            body(
                rendered(
                    "{\"url\":\"http://a.test/\",\"body\":\"a=1\",\"headers\":{\"content-type\":"
                        + "\"application/x-www-form-urlencoded\"},"
                        + key.formatted("key")
                        + "}",
                    Sample.text("m", "hi"))))
        .isEqualTo("a=1&key=" + uuid);
  }

  @Test
  void the_same_message_makes_the_same_request_each_time() {
    String json =
        """
        {"url":"http://a.test/{{id}}","body":"{\\"t\\":\\"{{text}}\\",\\"c\\":\\"{{metadata.campaign}}\\"}",
         "idempotency":{"in":"body","name":"key","lifetime":"24h","compares_body":true}}
        """;
    HttpCall first = rendered(json, Sample.text("m", "hi"));
    HttpCall again = rendered(json, Sample.text("m", "hi"));
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.uri()).isEqualTo(first.uri());
    assertThat(again.headers()).isEqualTo(first.headers());
  }
}
