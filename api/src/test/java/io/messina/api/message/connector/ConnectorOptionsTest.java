package io.messina.api.message.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.NewMessage;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.protocol.HttpLimits;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.SandboxOptions;
import io.messina.api.message.template.PreviewOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectorOptionsTest {

  private static <T extends Record> T request(String json, Class<T> type) {
    return Wire.request(StrictJson.read(json), type);
  }

  private static ConnectorOptions read(String json) {
    return request(json, ConnectorOptions.class);
  }

  @Test
  void what_is_absent_within_is_as_by_default() {
    ConnectorOptions options = read("{\"http\":{\"url\":\"https://a.test/\"}}");
    assertThat(options.send()).isEqualTo(SendOptions.DEFAULT);
    assertThat(options.priceList()).isEqualTo(PriceList.NONE);
    HttpOptions http = options.protocol().http().orElseThrow();
    assertThat(http.limits()).isEqualTo(HttpLimits.DEFAULT);
    assertThat(http.request().method()).isEqualTo("POST");
  }

  @Test
  void what_is_written_is_read_again() {
    for (String json :
        List.of(
            "{\"sandbox\":{}}",
            "{\"smtp\":{\"host\":\"a.test\",\"from\":\"a@a.test\"},\"account\":\"shop\"}",
            "{\"smpp\":{\"host\":\"a.test\",\"system_id\":\"a\",\"password\":\"env:A\"},"
                + "\"pace\":{\"warm_up\":{\"since\":\"2026-01-01T00:00:00Z\",\"per_minute\":1}}}",
            "{\"webhook\":{\"secrets\":[\"env:A\"]},\"prices\":{\"*\":\"0.045\"},"
                + "\"currency\":\"EUR\",\"backoff\":"
                + "{\"first\":\"1s\",\"longest\":\"1m\",\"jitter_percent\":0}}")) {
      ConnectorOptions options = read(json);
      byte[] written = Wire.write(options).getBytes(StandardCharsets.UTF_8);
      assertThat(Wire.read(written, ConnectorOptions.class)).isEqualTo(options);
      ConnectorDefinition definition =
          new ConnectorDefinition(new ConnectorName("a"), 2, options, "tag");
      assertThat(
              Wire.read(
                  Wire.write(definition).getBytes(StandardCharsets.UTF_8),
                  ConnectorDefinition.class))
          .isEqualTo(definition);
    }
  }

  @Test
  void equal_options_are_written_alike() {
    assertThat(
            Wire.write(
                read(
                    "{\"sandbox\":{},\"prices\":{\"IT\":\"1\",\"*\":\"2\"},\"currency\":\"EUR\"}")))
        .isEqualTo(
            Wire.write(
                read(
                    "{\"currency\":\"EUR\",\"prices\":{\"*\":\"2\",\"IT\":\"1\"},\"sandbox\":{}}")))
        .contains("{\"*\":\"2\",\"IT\":\"1\"}");
  }

  @Test
  void what_is_required_within_is_named_with_its_place() {
    assertThatThrownBy(() -> read("{\"smpp\":{\"system_id\":\"a\",\"password\":\"env:A\"}}"))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith("smpp.host: absent");
    assertThatThrownBy(() -> request("{\"quiet_hours\":{}}", AccountOptions.class))
        .hasMessageStartingWith("quiet_hours.zone: absent");
    assertThatThrownBy(
            () ->
                request(
                    "{\"quiet_hours\":{\"zone\":\"UTC\",\"from\":\"8:00\"}}", AccountOptions.class))
        .hasMessage("from: 8:00 (expected: a time of day as in 21:00)");
    assertThatThrownBy(() -> request("{\"quiet_hours\":{\"zone\":\"Mars\"}}", AccountOptions.class))
        .hasMessage("zone: Mars (expected: a time zone as in Europe/Rome)");
  }

  @Test
  void protocols_are_made_for_channels() {
    ConnectorProtocol mail =
        read("{\"smtp\":{\"host\":\"a.test\",\"from\":\"a@a.test\"}}").protocol();
    assertThat(mail.takes(Channel.EMAIL)).isTrue();
    assertThat(mail.takes(Channel.SMS)).isFalse();
    ConnectorProtocol sandbox = ConnectorProtocol.of(new SandboxOptions(Duration.ZERO));
    assertThat(List.of(Channel.values())).allMatch(sandbox::takes);
  }

  @Test
  void a_route_has_connectors_each_with_a_weight() {
    RouteOptions route =
        request("{\"channel\":\"sms\",\"weights\":{\"b\":1,\"a\":2}}", RouteOptions.class);
    assertThat(route.weights()).isEqualTo(Map.of("a", 2, "b", 1));
    assertThat(route.prefixes()).isEmpty();
    assertThatThrownBy(
            () -> request("{\"channel\":\"sms\",\"weights\":{\"a\":0}}", RouteOptions.class))
        .hasMessage("weights.a: 0 (expected: from 1 to 1000000)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"channel\":\"sms\"}|weights: absent (expected: an object)",
        "{\"channel\":\"sms\",\"weights\":{\"a\":2147483648}}|weights.a: 2147483648 (expected: a"
            + " whole number up to 2147483647)",
        "{\"channel\":\"sms\",\"weights\":{\"a\":1},\"prefixes\":[\"+39\",\"\\ud800\"]}|prefixes[1]:"
            + " an unpaired surrogate (expected: a text that UTF-8 can hold)",
      })
  void what_is_wrong_with_a_route_is_told_with_its_place(String json, String sentence) {
    assertThatThrownBy(() -> request(json, RouteOptions.class))
        .isInstanceOf(WireException.class)
        .hasMessage(sentence);
  }

  @Test
  void halves_of_surrogate_pairs_are_refused_wherever_they_stand() {
    String half = "an unpaired surrogate (expected: a text that UTF-8 can hold)";
    String message = "{\"account\":\"a\",\"channel\":\"sms\",\"to\":\"+39\",%s}";
    Map<String, String> places =
        Map.of(
            "\"content\":{\"text\":\"a\\ud800b\"}", "content.text",
            "\"content\":{\"data\":{\"a\":[1,{\"b\":\"\\ud800\"}]}}", "content.data.a[1].b",
            "\"content\":{\"text\":\"a\"},\"key\":\"\\udbff\"", "key",
            "\"content\":{\"text\":\"a\"},\"campaign\":\"\\udc00\\ud800\"", "campaign",
            "\"content\":{\"text\":\"a\"},\"metadata\":{\"a\":\"\\udfff\"}", "metadata.a",
            "\"template\":{\"name\":\"a\",\"parameters\":{\"b\":\"\\ud800\"}}",
                "template.parameters.b");
    places.forEach(
        (json, place) ->
            assertThatThrownBy(() -> request(message.formatted(json), NewMessage.class))
                .isInstanceOf(WireException.class)
                .hasMessage(place + ": " + half));
    NewMessage written =
        NewMessage.of(
            new AccountName("a"), Channel.SMS, "+39", MessageContent.mail("S", "a\ud800b"));
    assertThatThrownBy(() -> Wire.utf8(written)).hasMessage("content.text: " + half);
    assertThat(
            request(
                    message.formatted("\"content\":{\"text\":\"\\ud83d\\ude00\"}"),
                    NewMessage.class)
                .content())
        .contains(MessageContent.text("😀"));
  }

  @Test
  void null_is_as_absent_also_where_any_json_may_be() {
    assertThat(request("{\"parameters\":null}", PreviewOptions.class).parameters())
        .isEqualTo(TemplateUse.NONE);
    assertThat(request("{\"name\":\"a\",\"parameters\":null}", TemplateUse.class).parameters())
        .isEqualTo(TemplateUse.NONE);
  }

  @Test
  void a_sender_that_warms_up_doubles_its_pace() {
    Instant since = Instant.parse("2026-01-01T00:00:00Z");
    WarmUp warmUp = new WarmUp(since, 10, Duration.ofDays(1));
    assertThat(warmUp.perMinute(since)).isEqualTo(10);
    assertThat(warmUp.perMinute(since.minusSeconds(1))).isEqualTo(10);
    assertThat(warmUp.perMinute(since.plus(Duration.ofDays(3)))).isEqualTo(80);
  }
}
