package io.messina.server.ingest;

import static io.messina.server.ingest.Reading.ENVELOPES;
import static io.messina.server.ingest.Reading.KEY_AND_TIME;
import static io.messina.server.ingest.Reading.LINES;
import static io.messina.server.ingest.Reading.key;
import static io.messina.server.ingest.Reading.one;
import static io.messina.server.ingest.Reading.problem;
import static io.messina.server.ingest.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.api.SourceBatch;
import io.messina.stream.Event;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IngestHeadersTest {

  @Test
  void what_a_request_says_holds_for_all_its_events() {
    Event event =
        one(
            "text/plain",
            "x",
            Map.of(
                "Messina-Key", "k",
                "Messina-Time", "2015-09-12T00:00:00Z",
                "Messina-Header-Trace", "t",
                "Messina-Source", "s",
                "Messina-Batch", "7",
                "Accept", "ä"));
    assertThat(key(event)).contains("k");
    assertThat(event.time()).contains(Instant.parse("2015-09-12T00:00:00Z"));
    assertThat(event.headers()).isEqualTo(Map.of("trace", "t"));
    assertThat(event.sourceBatch()).contains(new SourceBatch("s", 7));
  }

  @Test
  void what_an_event_says_itself_wins() {
    Map<String, String> headers =
        Map.of(
            "Messina-Key", "all",
            "Messina-Header-A", "all",
            "Messina-Not-Before", "2030-01-01T00:00:00Z");
    assertThat(read(LINES, "{\"user\":\"own\"}\n{}", KEY_AND_TIME, headers))
        .extracting(event -> key(event.event()).orElseThrow())
        .containsExactly("own", "all");
    IngestedEvent own =
        read(
                ENVELOPES,
                "{\"payload\":1,\"headers\":{\"a\":\"own\"},\"not_before\":\"2031-01-01T00:00:00Z\"}",
                KEY_AND_TIME,
                headers)
            .getFirst();
    assertThat(own.event().headers()).containsEntry("a", "own");
    assertThat(own.notBefore()).contains(Instant.parse("2031-01-01T00:00:00Z"));
  }

  @Test
  void each_line_has_an_idempotency_key_of_its_own_that_empty_and_refused_lines_do_not_move() {
    Map<String, String> headers = Map.of("Idempotency-Key", "r");
    assertThat(read(LINES, "1\n\n2", KEY_AND_TIME, headers))
        .extracting(event -> event.event().idempotencyKey().orElseThrow())
        .containsExactly("r#0", "r#2");
    assertThat(one("text/plain", "x", headers).idempotencyKey()).contains("r");
  }

  @Test
  void wrong_headers_are_refused_with_a_sentence() {
    assertRefused(Map.of("Messina-Time", "now"), "messina-time: now (expected: RFC 3339");
    assertRefused(Map.of("Messina-Not-Before", "1"), "messina-not-before: 1 (expected: RFC 3339");
    assertRefused(Map.of("Messina-Source", "s"), "one without the other");
    assertRefused(Map.of("Messina-Batch", "1"), "one without the other");
    assertRefused(Map.of("Messina-Source", "s", "Messina-Batch", "x"), "messina-batch: x");
    assertRefused(Map.of("Messina-Source", "s", "Messina-Batch", "-1"), "batch: -1");
    assertRefused(Map.of("Messina-Keys", "k"), "messina-keys: no such header");
    assertRefused(Map.of("Messina-Key", "ä"), "messina-key: a character outside of ASCII");
    assertRefused(Map.of("Idempotency-Key", ""), "idempotency-key: 0 characters");
    assertRefused(Map.of("Idempotency-Key", "k".repeat(241)), "idempotency-key: 241 characters");
  }

  private static void assertRefused(Map<String, String> headers, String sentence) {
    var problem = problem(() -> IngestHeaders.parse(headers));
    assertThat(problem.code()).isEqualTo(ProblemCode.BAD_REQUEST);
    assertThat(problem.detail()).contains(sentence);
  }
}
