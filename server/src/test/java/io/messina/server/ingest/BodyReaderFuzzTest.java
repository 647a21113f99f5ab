package io.messina.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.server.problem.ProblemException;
import io.messina.stream.json.JsonText;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BodyReaderFuzzTest {

  private static final IngestRules RULES =
      IngestRules.compile(
          Optional.of("/user"),
          Optional.of("/at/0"),
          Optional.of("{\"type\":[\"object\",\"array\"]}"));

  static Stream<Arguments> bodies() {
    return Stream.of(
            "{\"user\":\"a\",\"at\":[\"2015-09-12T00:46:58.771+02:00\"]}\r\n\n[1e3]\n",
            "{\"key\":1,\"time\":\"2015-09-12T00:46:58Z\",\"headers\":{\"a\":\"b\"},\"payload\": ["
                + " 1 ] }",
            "{\"payload_base64\":\"e30=\",\"content_type\":\"application/json\"}",
            "\uFEFF\"\\ud800\"")
        .map(text -> arguments((Object) Reading.bytes(text)));
  }

  @MethodSource("bodies")
  @FuzzTest
  void any_lines_are_events_or_refused(byte[] body) {
    assertReadOrRefused(body, Reading.LINES);
  }

  @MethodSource("bodies")
  @FuzzTest
  void any_envelopes_are_events_or_refused(byte[] body) {
    assertReadOrRefused(body, Reading.ENVELOPES);
  }

  @MethodSource("bodies")
  @FuzzTest
  void any_compressed_body_is_read_or_refused(byte[] body) {
    for (BodyEncoding encoding : BodyEncoding.values()) {
      try {
        assertThat(encoding.decode(body, 1 << 16, _ -> {}).length).isLessThanOrEqualTo(1 << 16);
      } catch (ProblemException e) {
        assertThat(e.problem().detail()).startsWith("body: ");
      }
    }
  }

  /** Whatever is called JSON can be embedded as it is. */
  private static void assertReadOrRefused(byte[] body, String type) {
    try {
      Ingested ingested = BodyReader.read(body, type, RULES, IngestHeaders.NONE, true);
      assertThat(ingested.events().size() + ingested.refused().size()).isPositive();
      for (IngestedEvent event : ingested.events()) {
        if (JsonText.isJson(event.event().contentType())) {
          assertThat(JsonText.isWellFormed(event.event().payload().toArray())).isTrue();
        }
      }
    } catch (ProblemException e) {
      assertThat(e.problem().detail()).contains("expected");
    }
  }
}
