package io.messina.client.internal.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.EventId;
import io.messina.api.Position;
import io.messina.client.event.Event;
import io.messina.client.event.EventKey;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.internal.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  private static final String BEGIN =
      "{\"id\":\"e1\",\"shard\":3,\"position\":\"2.17\",\"key\":\"änna\",\"time\":\"2026-01-01T00:00:00.000001Z\","
          + "\"append_time\":\"2026-01-01T00:00:01Z\",\"headers\":{\"b\":\"2\",\"a\":\"1\"},";

  private static Event event(String rest) {
    byte[] json = (BEGIN + rest).getBytes(StandardCharsets.UTF_8);
    return JsonReader.read(json, EventAnswer::event);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1", "1.50", "-0.0", "1E400", "123456789012345678901234567890", "\"\"", "\"ä\\u00e4\\n😀\"",
        "true", "false", "null", "[]", "{}", "[1, 2,  {\"a\" : [ ]}]", "{\"a\":\"}\",\"a\":2}"
      })
  void a_payload_is_read_and_written_byte_for_byte(String payload) {
    Event event =
        event("\"content_type\":\"application/json\",\"payload\": " + payload + " ,\"x\":1}");
    assertThat(event.payload().text()).isEqualTo(payload);
    NewEvent again = NewEvent.of(Payload.json(payload));
    assertThat(new String(EventText.line(again, Optional.empty()), StandardCharsets.UTF_8))
        .isEqualTo("{\"content_type\":\"application/json\",\"payload\":" + payload + "}");
  }

  @Test
  void an_event_is_read_in_full() {
    Event event =
        event("\"content_type\":\"image/png\",\"payload_base64\":\"AQI=\",\"later\":{\"x\":[1]}}");
    assertThat(event.id()).isEqualTo(new EventId("e1"));
    assertThat(event.shard()).isEqualTo(3);
    assertThat(event.position()).isEqualTo(new Position(2, 17));
    assertThat(event.key()).contains(EventKey.of("änna"));
    assertThat(event.time()).isEqualTo(Instant.parse("2026-01-01T00:00:00.000001Z"));
    assertThat(event.headers().keySet()).containsExactly("b", "a");
    assertThat(event.payload()).isEqualTo(Payload.bytes(new byte[] {1, 2}, "image/png"));
  }

  @Test
  void an_event_is_written_in_full() {
    NewEvent event =
        NewEvent.of("anna", Payload.bytes(new byte[] {1, 2}, "image/png"))
            .withTime(Instant.parse("2026-01-01T00:00:00Z"))
            .withHeader("n", "v\n");
    Optional<Instant> due = Optional.of(Instant.parse("2026-01-02T00:00:00Z"));
    assertThat(new String(EventText.line(event, due), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"key\":\"anna\",\"headers\":{\"n\":\"v\\n\"},\"content_type\":\"image/png\","
                + "\"payload_base64\":\"AQI=\",\"time\":\"2026-01-01T00:00:00Z\","
                + "\"not_before\":\"2026-01-02T00:00:00Z\"}");
  }

  @Test
  void json_that_no_server_takes_in_a_line_is_no_payload() {
    assertThat(Payload.json("[".repeat(199) + "]".repeat(199)).length()).isEqualTo(398);
    for (String json :
        new String[] {
          "[".repeat(200) + "]".repeat(200), "1".repeat(1_001), "{\"" + "n".repeat(10_001) + "\":1}"
        }) {
      assertThatThrownBy(() -> Payload.json(json))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("payload: ");
    }
  }

  @Test
  void a_payload_of_many_lines_becomes_one_line() {
    assertThat(Payload.json("{\n\"a\":\r\n1}").text()).isEqualTo("{ \"a\":  1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "1 2", "{\"a\":1},\"b\":2", "nul", "'a'", "\"\n\""})
  void what_is_not_one_json_value_is_no_payload(String text) {
    assertThatThrownBy(() -> Payload.json(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
