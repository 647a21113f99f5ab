package io.messina.server.ingest;

import static io.messina.server.ingest.Reading.ENVELOPES;
import static io.messina.server.ingest.Reading.key;
import static io.messina.server.ingest.Reading.one;
import static io.messina.server.ingest.Reading.payload;
import static io.messina.server.ingest.Reading.problem;
import static io.messina.server.ingest.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.Event;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {

  @Test
  void a_line_says_everything_of_its_event() {
    IngestedEvent event =
        read(
                ENVELOPES,
                """
                {"key":"k","time":"2015-09-12T00:00:00Z","headers":{"Trace":"ä"},\
                "not_before":"2030-01-01T00:00:00Z","content_type":"text/x","payload_base64":"AP8="}
                """)
            .getFirst();
    assertThat(key(event.event())).contains("k");
    assertThat(event.event().time()).contains(Instant.parse("2015-09-12T00:00:00Z"));
    assertThat(event.event().headers()).containsExactly(java.util.Map.entry("Trace", "ä"));
    assertThat(event.notBefore()).contains(Instant.parse("2030-01-01T00:00:00Z"));
    assertThat(event.event().contentType()).isEqualTo("text/x");
    assertThat(event.event().payload().toArray()).containsExactly(0, 255);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"a\" : [1, 2 ] }",
        "[]",
        "\"ä\\n\"",
        "-1.50e3",
        "12",
        "0",
        "true",
        "false",
        "null",
        "\"\""
      })
  void a_json_payload_is_kept_as_it_is_written(String value) {
    assertThat(payload(one(ENVELOPES, "{\"payload\": " + value + " , \"key\":1}")))
        .isEqualTo(value);
    Event last = one(ENVELOPES, "{\"key\":1,\"payload\":" + value + "}");
    assertThat(payload(last)).isEqualTo(value);
    assertThat(last.contentType()).isEqualTo("application/json");
    assertThat(
            payload(read(ENVELOPES, "{\"payload\":1}\n{\"payload\":" + value + "}").get(1).event()))
        .isEqualTo(value);
  }

  @Test
  void what_the_line_leaves_out_is_taken_from_its_json_payload() {
    Event event =
        one(ENVELOPES, "{\"payload\":{\"user\":\"u\",\"at\":{\"time\":\"2015-09-12T00:00:00Z\"}}}");
    assertThat(key(event)).contains("u");
    assertThat(event.time()).isPresent();
    assertThat(key(one(ENVELOPES, "{\"payload\":{\"user\":\"u\"},\"key\":\"k\"}"))).contains("k");
    assertThat(key(one(ENVELOPES, "{\"payload\":{\"user\":\"u\"},\"key\":null}"))).contains("u");
  }

  @Test
  void a_payload_that_is_called_json_must_be() {
    assertThat(
            payload(
                one(
                    ENVELOPES,
                    "{\"content_type\":\"application/json\",\"payload_base64\":\"e30=\"}")))
        .isEqualTo("{}");
    assertThat(
            problem(
                    ENVELOPES,
                    "{\"content_type\":\"application/json\",\"payload_base64\":\"AAAA\"}")
                .detail())
        .startsWith("line 0: not JSON");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "{}",
        "{\"payload\":1} x",
        "{\"payload\":1,\"payload\":2}",
        "{\"payload\":1,\"payload_base64\":\"\"}",
        "{\"payload\":1,\"Key\":\"a\"}",
        "{\"payload\":1,\"key\":{}}",
        "{\"payload\":1,\"time\":1}",
        "{\"payload\":1,\"time\":\"now\"}",
        "{\"payload\":1,\"headers\":[]}",
        "{\"payload\":1,\"headers\":{\"a\":1}}",
        "{\"payload\":1,\"headers\":{\"a\":\"1\",\"a\":\"2\"}}",
        "{\"payload\":1,\"headers\":{\"\":\"2\"}}",
        "{\"payload\":1,\"content_type\":\"\"}",
        "{\"payload_base64\":\"*\"}",
        "{\"payload_base64\":7}"
      })
  void a_line_that_is_no_envelope_is_refused(String line) {
    assertThat(problem(ENVELOPES, line).detail()).startsWith("line 0: ");
  }
}
