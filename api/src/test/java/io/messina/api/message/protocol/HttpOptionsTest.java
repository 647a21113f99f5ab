package io.messina.api.message.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.message.connector.ReceiptOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpOptionsTest {

  private static HttpOptions read(String more) {
    return Wire.request(
        StrictJson.read("{\"url\": \"https://a.test/\"" + more + "}"), HttpOptions.class);
  }

  @Test
  void a_url_alone_is_enough() {
    HttpOptions options = read("");
    assertThat(options.request().method()).isEqualTo("POST");
    assertThat(options.success()).isEqualTo(HttpSuccess.DEFAULT);
    assertThat(options.answers()).isEqualTo(HttpAnswers.DEFAULT);
    assertThat(options.limits()).isEqualTo(HttpLimits.DEFAULT);
    assertThat(options.idempotency()).isEmpty();
    assertThat(options.secrets()).isEmpty();
  }

  @Test
  void statuses_of_success_are_single_or_ranges() {
    HttpSuccess success = read(", \"success_statuses\": [\"200\", \"202-204\"]").success();
    assertThat(List.of(200, 202, 203, 204)).allMatch(success::has);
    assertThat(List.of(199, 201, 205, 299, 400)).noneMatch(success::has);
  }

  @Test
  void a_secret_that_stands_where_a_reference_is_expected_is_not_shown() {
    assertThatThrownBy(() -> read(", \"secrets\": {\"token\": \"sk-live-123\"}"))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith("secrets.token: ")
        .hasMessageNotContaining("sk-live-123");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"method\": \"post\" | method",
        "\"headers\": {\"a b\": \"x\"} | headers",
        "\"success_statuses\": [\"2xx\"] | success_statuses",
        "\"success_statuses\": [] | success_statuses",
        "\"success_value\": \"0\" | success_pointer",
        "\"provider_id\": \"id\" | provider_id",
        "\"statuses\": {\"5xx\": \"failed\"} | statuses",
        "\"statuses\": {\"500\": \"maybe\"} | statuses",
        "\"codes\": {\"7\": \"failed\"} | error_code",
        "\"connections\": 0 | connections",
        "\"connections\": 1001 | connections",
        "\"timeout\": \"3m\" | timeout",
        "\"idempotency\": {\"in\": \"url\", \"name\": \"k\", \"lifetime\": \"1h\"} | idempotency",
        "\"unknown\": 1 | unknown"
      })
  void what_is_wrong_is_named(String more, String field) {
    assertThatThrownBy(() -> read(", " + more))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith(field);
  }

  @Test
  void a_key_without_a_lifetime_is_refused() {
    assertThatThrownBy(
            () ->
                read(
                    ", \"idempotency\": {\"in\": \"header\", \"name\": \"k\","
                        + " \"compares_body\": true}"))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("lifetime");
  }

  @Test
  void webhooks_have_at_least_one_key_and_receivers_that_remember() {
    WebhookOptions options =
        Wire.request(StrictJson.read("{\"secrets\": [\"env:A\"]}"), WebhookOptions.class);
    assertThat(options.lifetime()).isEqualTo(Duration.ofDays(7));
    assertThatThrownBy(
            () -> Wire.request(StrictJson.read("{\"secrets\": []}"), WebhookOptions.class))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith("secrets");
  }

  @Test
  void receipts_of_a_form_have_no_list_and_names_instead_of_pointers() {
    String form =
        "{\"format\": \"form\", \"id\": \"Sid\", \"status\": \"S\", \"kinds\": {\"ok\":"
            + " \"read\"}%s}";
    assertThat(
            Wire.request(StrictJson.read(form.formatted("")), ReceiptOptions.class).fields().id())
        .isEqualTo("Sid");
    assertThatThrownBy(
            () ->
                Wire.request(
                    StrictJson.read(form.formatted(", \"list\": \"/a\"")), ReceiptOptions.class))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith("list");
    assertThatThrownBy(
            () ->
                Wire.request(
                    StrictJson.read(form.formatted("").replace("\"form\"", "\"json\"")),
                    ReceiptOptions.class))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith("id");
  }
}
