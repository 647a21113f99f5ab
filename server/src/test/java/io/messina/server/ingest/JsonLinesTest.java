package io.messina.server.ingest;

import static io.messina.server.ingest.Reading.JSON;
import static io.messina.server.ingest.Reading.LINES;
import static io.messina.server.ingest.Reading.bytes;
import static io.messina.server.ingest.Reading.key;
import static io.messina.server.ingest.Reading.one;
import static io.messina.server.ingest.Reading.payload;
import static io.messina.server.ingest.Reading.problem;
import static io.messina.server.ingest.Reading.read;
import static io.messina.server.ingest.Reading.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.server.problem.ProblemAnswer;
import io.messina.stream.Event;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesTest {

  @Test
  void each_line_is_an_event_as_it_was_written() {
    List<IngestedEvent> events = read(LINES, "{\"user\": \"a\" }\n[1,\t2]\n\"x\"\n7\nnull");
    assertThat(events)
        .extracting(event -> payload(event.event()))
        .containsExactly("{\"user\": \"a\" }", "[1,\t2]", "\"x\"", "7", "null");
    assertThat(events).extracting(IngestedEvent::line).containsExactly(0, 1, 2, 3, 4);
    assertThat(events)
        .extracting(event -> event.event().contentType())
        .containsOnly("application/json");
  }

  @Test
  void empty_lines_carriage_returns_space_and_a_byte_order_mark_are_no_part_of_events() {
    List<IngestedEvent> events = read(LINES, "\uFEFF\r\n {\"a\":1}\t\r\n\n \n{\"b\":2}\r\n\r\n");
    assertThat(events)
        .extracting(event -> payload(event.event()))
        .containsExactly("{\"a\":1}", "{\"b\":2}");
    assertThat(events).extracting(IngestedEvent::line).containsExactly(1, 4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/jsonl",
        "application/x-jsonlines",
        "application/json-lines",
        "application/x-json-stream",
        "Text/X-NDJSON; charset=UTF-8"
      })
  void lines_have_many_names(String type) {
    assertThat(read(type, "{}\n{}\n")).hasSize(2);
  }

  @Test
  void a_batch_of_cloud_events_is_refused_rather_than_one_event() {
    assertThat(problem("application/cloudevents-batch+json; charset=utf-8", "[{}]").code())
        .isEqualTo(ProblemCode.UNSUPPORTED_MEDIA_TYPE);
  }

  @Test
  void a_byte_order_mark_is_no_part_of_one_value_of_json_either() {
    assertThat(payload(one(JSON, "\uFEFF{}"))).isEqualTo("{}");
    assertThat(payload(one("application/cloudevents+json", "\uFEFF{}"))).isEqualTo("{}");
  }

  @Test
  void key_and_time_are_taken_from_their_places() {
    Event event =
        one(
            LINES,
            "{\"x\":{\"user\":1},\"user\":\"ä\",\"at\":{\"time\":\"2015-09-12T00:46:58.771Z\"}}");
    assertThat(key(event)).contains("ä");
    assertThat(event.time()).contains(Instant.parse("2015-09-12T00:46:58.771Z"));
  }

  @Test
  void keys_that_are_numbers_or_booleans_are_their_text() {
    assertThat(read(LINES, "{\"user\":12}\n{\"user\":1.50}\n{\"user\":1e3}\n{\"user\":true}"))
        .extracting(event -> key(event.event()).orElseThrow())
        .containsExactly("12", "1.50", "1e3", "true");
  }

  @Test
  void an_event_without_the_place_has_no_key() {
    assertThat(read(LINES, "{\"user\":null}\n{}\n[]\n3\n{\"at\":7}\n{\"at\":[]}"))
        .allMatch(event -> event.event().key().isEmpty() && event.event().time().isEmpty());
  }

  @Test
  void places_lead_through_lists_and_escaped_names() {
    IngestRules rules =
        IngestRules.compile(Optional.of("/a~1b/1/~0c"), Optional.empty(), Optional.empty());
    assertThat(read(LINES, "{\"a/b\":[{\"~c\":1},{\"~c\":\"here\"}]}", rules, Map.of()))
        .extracting(event -> key(event.event()).orElseThrow())
        .containsExactly("here");
  }

  @Test
  void key_and_time_may_have_one_place() {
    IngestRules rules = IngestRules.compile(Optional.of("/t"), Optional.of("/t"), Optional.empty());
    Event event =
        read(LINES, "{\"t\":\"2015-09-12T00:00:00Z\"}", rules, Map.of()).getFirst().event();
    assertThat(key(event)).contains("2015-09-12T00:00:00Z");
    assertThat(event.time()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1",
        "{\"a\":1}}",
        "{\"a\":1} {\"b\":2}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{\"a\":1,}",
        "nul",
        "1 2",
        "12x",
        "\"\t\"",
        "\uFEFF{}",
        "\u0000",
        "{\u0000\"\u0000a\u0000\"\u0000:\u00001\u0000}\u0000",
        "// comment"
      })
  void a_line_that_is_not_one_json_value_is_refused(String line) {
    ProblemAnswer problem = problem(LINES, "{}\n" + line + "\n{}");
    assertThat(problem.code()).isEqualTo(ProblemCode.MALFORMED_JSON);
    assertThat(problem.detail()).startsWith("line 1: not ");
    assertThat(problem.fields()).containsEntry("refused_count", 1);
  }

  @Test
  void bytes_that_are_not_utf8_are_refused_wherever_they_stand() {
    for (byte[] wrong :
        List.of(
            new byte[] {'"', (byte) 0xFF, '"'},
            new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'},
            new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
            new byte[] {'"', (byte) 0xC3, '"'})) {
      assertThat(
              problem(
                      () ->
                          BodyReader.read(
                              wrong, LINES, Reading.KEY_AND_TIME, IngestHeaders.NONE, false))
                  .detail())
          .isEqualTo("line 0: not UTF-8");
    }
  }

  @Test
  void depth_is_bounded() {
    assertThat(read(LINES, "[".repeat(200) + "]".repeat(200))).hasSize(1);
    assertThat(problem(LINES, "[".repeat(201) + "]".repeat(201)).detail())
        .startsWith("line 0: not JSON");
    assertThat(problem(LINES, "[".repeat(1_000_000)).detail()).startsWith("line 0: not JSON");
    assertThat(problem(LINES, "{\"a\":".repeat(100_000)).detail()).startsWith("line 0: not JSON");
  }

  @Test
  void a_name_on_the_way_to_key_or_time_stands_once() {
    assertThat(problem(LINES, "{\"user\":1,\"user\":2}").detail())
        .isEqualTo("line 0: user: given twice (expected: once)");
    assertThat(problem(LINES, "{\"at\":{},\"at\":{}}").detail())
        .isEqualTo("line 0: at: given twice (expected: once)");
    assertThat(read(LINES, "{\"other\":1,\"other\":2}")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"user\":{}}",
        "{\"user\":[]}",
        "{\"user\":\"\"}",
        "{\"user\":\"\\ud800\"}",
        "{\"at\":{\"time\":5}}",
        "{\"at\":{\"time\":\"yesterday\"}}",
        "{\"at\":{\"time\":\"2015-02-30T00:00:00Z\"}}"
      })
  void a_key_or_time_of_the_wrong_kind_is_refused(String line) {
    assertThat(problem(LINES, line).detail()).startsWith("line 0: ").contains("expected: ");
  }

  @Test
  void a_key_that_is_too_long_is_refused() {
    assertThat(key(one(LINES, "{\"user\":\"" + "k".repeat(1024) + "\"}"))).isPresent();
    assertThat(problem(LINES, "{\"user\":\"" + "k".repeat(1025) + "\"}").detail())
        .isEqualTo("line 0: key bytes: 1025 (expected: from 1 to 1024)");
  }

  @Test
  void a_payload_that_is_too_large_is_refused() {
    String line = "\"" + "x".repeat((1 << 20) - 1) + "\"";
    assertThat(problem(LINES, line).detail()).startsWith("line 0: payload bytes: 1048577 ");
  }

  @Test
  void part_of_a_body_is_good_where_that_is_asked_for() {
    Ingested ingested =
        BodyReader.read(
            bytes("{}\nx\n\n{\"user\":[]}\n{}"),
            LINES,
            Reading.KEY_AND_TIME,
            IngestHeaders.NONE,
            true);
    assertThat(ingested.events()).extracting(IngestedEvent::line).containsExactly(0, 4);
    assertThat(ingested.refused()).extracting(RefusedLine::line).containsExactly(1, 3);
  }

  @Test
  void the_first_hundred_refused_lines_are_listed_and_all_are_counted() {
    ProblemAnswer problem = problem(LINES, "x\n".repeat(250));
    assertThat(problem.fields()).containsEntry("refused_count", 250);
    assertThat((List<?>) problem.fields().get("refused")).hasSize(100);
    assertThat(text(io.messina.store.Bytes.wrap(problem.toJson())))
        .contains("\"refused\":[{\"line\":0,\"detail\":\"not JSON at column ");
  }

  @Test
  void a_body_without_events_is_refused() {
    assertThat(problem(LINES, "\n \r\n").code()).isEqualTo(ProblemCode.BAD_REQUEST);
    assertThat(problem(LINES, "").code()).isEqualTo(ProblemCode.BAD_REQUEST);
  }

  @Test
  void a_body_with_too_many_events_is_refused() {
    assertThat(read(LINES, "1\n".repeat(BodyReader.EVENTS_MAX))).hasSize(BodyReader.EVENTS_MAX);
    assertThat(problem(LINES, "1\n".repeat(BodyReader.EVENTS_MAX + 1)).code())
        .isEqualTo(ProblemCode.TOO_LARGE);
  }

  @Test
  void a_body_of_type_json_is_one_event_on_as_many_lines_as_it_likes() {
    assertThat(payload(one(JSON, "\uFEFF{\r\n \"user\":\"a\"\n}\n")))
        .isEqualTo("{\r\n \"user\":\"a\"\n}\n");
    assertThat(problem(JSON, "{}\n{}").code()).isEqualTo(ProblemCode.MALFORMED_JSON);
    assertThat(problem(JSON, "").code()).isEqualTo(ProblemCode.MALFORMED_JSON);
    assertThat(problem(JSON, "{\n x}").detail()).startsWith("not JSON at line 2, column 2");
    assertThat(problem(JSON, "{\"user\":{}}").code()).isEqualTo(ProblemCode.BAD_REQUEST);
  }

  @Test
  void another_charset_than_utf8_is_refused_for_json() {
    assertThat(payload(one("Application/JSON; charset=\"UTF-8\"", "{}"))).isEqualTo("{}");
    assertThat(problem("application/json; charset=utf-16", "{}").code())
        .isEqualTo(ProblemCode.UNSUPPORTED_MEDIA_TYPE);
  }

  @Test
  void anything_else_is_one_opaque_event() {
    Event event = one("text/plain; charset=latin1", "{\"user\":1}\n");
    assertThat(payload(event)).isEqualTo("{\"user\":1}\n");
    assertThat(event.contentType()).isEqualTo("text/plain; charset=latin1");
    assertThat(event.key()).isEmpty();
    assertThat(one("", "x").contentType()).isEqualTo(Event.OCTETS);
  }
}
